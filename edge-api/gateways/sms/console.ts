/**
 * SMS for development: one clear line on standard output instead of a message. This is the only place in
 * the project that may print a one-time password, which is why production refuses to start with it.
 */
import { SMS_TEXTS, type SmsSender, writeText } from './port.ts';

export function createConsoleSms(
  write: (line: string) => void = (line) => void process.stdout.write(line),
): SmsSender {
  return {
    canSend: () => true,
    async send(message) {
      write(`SMS to ${message.to}: ${writeText(SMS_TEXTS[message.purpose], message)}\n`);
      return { providerId: `console-${message.idempotencyKey}` };
    },
  };
}
