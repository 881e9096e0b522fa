/** `0.1 s`, `6.2 s`, `48 s`, `1 m 12 s`, `2 h 5 m`. */
export function duration(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} m ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** `940`, `48k`, `1.2M`. */
export function tokens(count: number): string {
  if (count < 1000) return String(count);
  return count < 999_500 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** US dollars: `$0.06`, `$5`. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.005) return '<$0.01';
  return `$${amount.toFixed(2).replace(/\.00$/, '')}`;
}

/** `1 step`, `9 steps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
