// Where keys, one-time passwords and answers may be sent: https, or http on this machine alone.
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
