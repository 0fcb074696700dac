// Whose word that it is a certain device is taken [AT22], and the key by which it seals and authenticates what it hands over
// without a network (rule 21). Derived, so that no key is stored.
import { isShown } from '#seals/phone-name.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';

/** For what a device says itself; what is carried for it has its key. @throws Problem forbidden */
export async function checkIsDevice({
  deviceId,
  proof,
}: {
  deviceId: string;
  proof?: string | undefined;
}): Promise<void> {
  if (await isShown(deviceId, proof)) return;
  throw new Problem('forbidden', {
    sentence:
      'We could not confirm that this is the phone that began the exam. Please open the exam in the app.',
  });
}

/** 32 bytes, base64url. */
export function deviceKeyOf(
  { keys }: Pick<Deps, 'keys'>,
  sittingId: string,
  deviceId: string,
): string {
  return keys.sign('device', `${sittingId}|${deviceId}`, 32);
}
