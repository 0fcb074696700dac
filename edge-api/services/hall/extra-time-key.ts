// The key by which a proctor's phone makes codes for extra time that one candidate's phone believes (decision 43).
import type { Deps } from '../../deps.ts';

/** 16 bytes, base64url. */
export function extraTimeKeyOf({ keys }: Pick<Deps, 'keys'>, enrolmentId: string): string {
  return keys.sign('extra-time', `extra-time|${enrolmentId}`, 16);
}
