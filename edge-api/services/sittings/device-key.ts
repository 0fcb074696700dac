// Checks that a device is the one it claims to be [AT22] and that it may have the sitting, and derives the key with which it seals and authenticates what it hands over
// without a network (rule 21). Keys are derived, so none is stored.
import * as z from 'zod/mini';
import { isShown } from '#seals/phone-name.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { noteRow } from '../hall/changes.ts';
import type { WholeSitting } from './read-sitting.ts';

/** For requests that the device sends itself. What others carry for it is sealed with its key. @throws Problem forbidden */
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

// A client without the device protocol doesn't name its device, so no proctor could allow it.

/** @throws Problem device-not-allowed when a device has the sitting and the exam requires a proctor's approval for another one */
export function checkMayNameNoDevice({
  device_id,
  another_device,
}: Pick<WholeSitting, 'device_id' | 'another_device'>): void {
  if (device_id !== null && another_device === 'approval') throw new Problem('device-not-allowed');
}

const ASK = `update sittings set wanted_device = case when allowed_device = $2 then wanted_device else $2 end
  where id = $1 returning allowed_device = $2 as allowed`;
const askedSchema = z.tuple([z.object({ allowed: z.nullable(z.boolean()) })]);

/**
 * Passes once a proctor has allowed this device; until then the proctor's board shows that it asks.
 * @throws Problem device-not-allowed
 */
export async function checkAllowed(
  deps: Pick<Deps, 'db'>,
  at: { exam_id: string; enrolment_id: string; sitting_id: string },
  deviceId: string,
): Promise<void> {
  const [row] = askedSchema.parse(await deps.db.rows(ASK, [at.sitting_id, deviceId]));
  if (row.allowed === true) return;
  noteRow(deps.db, at);
  throw new Problem('device-not-allowed', { retryAfter: 5 });
}

// The key with which a proctor's phone makes extra-time codes that only one candidate's phone accepts (decision 43).

/** 16 bytes, base64url. */
export function extraTimeKeyOf({ keys }: Pick<Deps, 'keys'>, enrolmentId: string): string {
  return keys.sign('extra-time', `extra-time|${enrolmentId}`, 16);
}
