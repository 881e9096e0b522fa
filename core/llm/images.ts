/** The media type and the base64 text of a data URL; undefined for any other. */
export function parseDataUrl(url: string): { mediaType: string; data: string } | undefined {
  const comma = url.indexOf(',');
  const [, mediaType] = /^data:([\w.+-]+\/[\w.+-]+)(?:;[^,;]+)*;base64$/i.exec(url.slice(0, comma)) ?? [];
  return mediaType === undefined ? undefined : { mediaType, data: url.slice(comma + 1) };
}
