/** Whether a text is an address that a model's API can have. User name and password in it would end up in logs. */
export function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** An address that may be shown: what stands before the host may be a password. */
export function withoutUser(address: string): string {
  return address.replace(/\/\/[^/\s]*@/g, '//***@');
}
