// The key by which a device seals and authenticates what it hands over without a network (rule 21). Derived, so that
// no key is stored.
import type { Deps } from '../../deps.ts';

/** 32 bytes, base64url. */
export function deviceKeyOf(
  { keys }: Pick<Deps, 'keys'>,
  sittingId: string,
  deviceId: string,
): string {
  return keys.sign('device', `${sittingId}|${deviceId}`, 32);
}
