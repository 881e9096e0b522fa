import { Buffer } from 'node:buffer';

/** Some limits of GitHub count code points, some bytes of UTF-8. */
export interface TextSize {
  points: number;
  bytes: number;
}

export function sizeOf(text: string): TextSize {
  let points = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800)
      points -= 1;
  }
  return { points, bytes: Buffer.byteLength(text) };
}

/** What is left of `size` after `used`; negative when it is exceeded. */
export function minus(size: TextSize, used: TextSize): TextSize {
  return { points: size.points - used.points, bytes: size.bytes - used.bytes };
}

export function fits(size: TextSize, room: TextSize): boolean {
  return size.points <= room.points && size.bytes <= room.bytes;
}
