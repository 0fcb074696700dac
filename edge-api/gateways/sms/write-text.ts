/**
 * A message's variables in the order of its template, and its text. The texts here are the ones to register
 * on the DLT portal; a company whose registered text differs sets its own, with as many `{#var#}`.
 */
import type { SmsMessage, SmsPurpose } from './port.ts';

export const SMS_TEXTS: Readonly<Record<SmsPurpose, string>> = {
  'uid-created': 'Your UID is {#var#}. Sign in with it and your password.',
  'password-reset':
    'Your one-time password is {#var#}. It is valid for {#var#} minutes. Do not share it with anyone.',
  'payment-receipt': 'We have received Rs {#var#}. Your receipt number is {#var#}.',
  'submission-receipt': 'Your exam is submitted. Your receipt is {#var#}.',
};

export function orderedVariables(message: SmsMessage): readonly string[] {
  switch (message.purpose) {
    case 'uid-created':
      return [message.vars.uid];
    case 'password-reset':
      return [message.vars.password, message.vars.minutes];
    case 'payment-receipt':
      return [message.vars.amount, message.vars.receipt];
    case 'submission-receipt':
      return [message.vars.code];
  }
}

/** How many variables a template takes. */
export function countPlaces(template: string): number {
  return template.split('{#var#}').length - 1;
}

/** The template with its places filled in order; a variable is text, whatever it contains. */
export function writeText(template: string, message: SmsMessage): string {
  const variables = orderedVariables(message);
  return template
    .split('{#var#}')
    .map((part, place) => part + (variables[place] ?? ''))
    .join('');
}
