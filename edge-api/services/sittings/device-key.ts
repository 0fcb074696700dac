// Whose word that it is a certain device is taken [AT22], and the key by which it seals and authenticates what it hands over
// without a network (rule 21). Derived, so that no key is stored.
import { isShown } from '#seals/phone-name.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { WholeSitting } from './read-sitting.ts';

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
      'We couldn’t confirm that this is the phone you started the exam on. Please open the exam in the app.',
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

// A client without the device protocol says on which device it is to nobody: no proctor could allow that one.

/** @throws Problem device-not-allowed, where a device has the sitting of an exam that asks for a proctor's word */
export function checkMayNameNoDevice({
  device_id,
  another_device,
}: Pick<WholeSitting, 'device_id' | 'another_device'>): void {
  if (device_id !== null && another_device === 'approval') throw new Problem('device-not-allowed');
}

// The key by which a proctor's phone makes codes for extra time that one candidate's phone believes (decision 43).

/** 16 bytes, base64url. */
export function extraTimeKeyOf({ keys }: Pick<Deps, 'keys'>, enrolmentId: string): string {
  return keys.sign('extra-time', `extra-time|${enrolmentId}`, 16);
}
