// The floor of the first request: a program that does nothing else.
await fetch(process.argv[2]);
