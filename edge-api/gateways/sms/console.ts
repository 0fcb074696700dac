/**
 * SMS for development: prints one line on standard output instead of sending a message. No other SMS sender may print a
 * one-time password, which is why production refuses to start with this one.
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
