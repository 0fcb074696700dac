// Text messages that came in: an answer sheet counts from when the operator took it, and a submission is answered with the
// code of its receipt. What is no answer sheet, or is refused, is left: sending it again would change nothing.
import { HandOverRefused } from '#seals/hand-over.ts';
import type { Deps } from '../../deps.ts';
import type { InboundText } from '../../gateways/sms-inbound/port.ts';
import { Problem } from '../../problem.ts';
import { type TakenText, takeInText } from '../sittings/take-in-text.ts';
import { queueOnce, sendSmsSoon } from './sms-outbox.ts';

/** @throws Problem unavailable: then the provider is to send all of them again */
export async function takeInTexts(deps: Deps, texts: readonly InboundText[]): Promise<void> {
  for (const { from, text, receivedAt } of texts) {
    const taken = await takeIn(deps, text, receivedAt);
    if (taken) await answer(deps, from, taken);
  }
}

async function takeIn(
  deps: Deps,
  text: string,
  receivedAt: number | null,
): Promise<TakenText | null> {
  try {
    return await takeInText(deps, text, 'sms', receivedAt, async () => {});
  } catch (error) {
    const isRefused = error instanceof HandOverRefused || error instanceof Problem;
    if (!isRefused || (error instanceof Problem && error.status >= 500)) throw error;
    const why = error instanceof HandOverRefused ? error.fault : error.code;
    // Neither the text nor the number: both are somebody's own.
    deps.log.info({ why }, 'a text message was not taken in');
    return null;
  }
}

/** Once for each submission, however often its text comes. */
async function answer(deps: Deps, from: string, { sitting, seq, isSubmission }: TakenText) {
  const mobile = from.replace(/\D/g, '').slice(-10);
  const { receipt } = sitting;
  if (!isSubmission || receipt === null || !/^[6-9]\d{9}$/.test(mobile)) return;
  const { uid } = sitting;
  const vars = { code: receipt.code };
  const message = { purpose: 'submission-receipt', uid, mobile, vars } as const;
  await queueOnce(deps.db.orm, deps.now(), message, `${sitting.id}-${seq}`);
  sendSmsSoon(deps);
}
