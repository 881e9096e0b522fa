// node release/notes.mjs v1.2.3: prints what CHANGELOG.md says of it, for the release's page.
import { changesOf } from './changelog.mjs';
import { command } from './command.mjs';
import { releaseOf } from './version.mjs';

command((tag) => console.log(changesOf(releaseOf(tag).version)));
