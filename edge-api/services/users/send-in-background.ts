// A message that the answer doesn't wait for: what an SMS provider does must neither delay a candidate
// nor tell by its delay whether there is one.
import type { Deps } from '../../deps.ts';
import type { SmsMessage } from '../../gateways/sms/port.ts';

export function sendInBackground(deps: Deps, message: SmsMessage): void {
  deps.sms.send(message).catch((error: unknown) => {
    deps.log.error({ err: error, purpose: message.purpose }, 'message not sent');
  });
}
