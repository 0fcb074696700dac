/** The SMS providers' requests and answers against a local double, and that no secret leaks. */
import { describe, expect, test } from 'vitest';
import { createConsoleSms } from '#api/gateways/sms/console.ts';
import { createFast2sms, fast2smsConfigSchema } from '#api/gateways/sms/fast2sms.ts';
import { createMsg91Sms, msg91ConfigSchema } from '#api/gateways/sms/msg91.ts';
import {
  type SmsMessage,
  type SmsSender,
  smsMessageSchema,
  writeText,
} from '#api/gateways/sms/port.ts';
import { closedOrigin, listenInSilence, listenWith } from './gateway-servers.ts';

const reset: SmsMessage = {
  to: '+919876543210',
  purpose: 'password-reset',
  vars: { password: 'TEMP7K2M9Q', minutes: '30' },
  idempotencyKey: 'outbox-1',
};

/** The longest start that a text can name: a variable has at most thirty characters. */
const STARTS = 'Wed 25 Nov 2026, 10:30 am IST';

const msg91Env = {
  SMS_MSG91_AUTHKEY: 'msg91-key',
  SMS_MSG91_UID_CREATED_TEMPLATE_ID: 'flow-uid',
  SMS_MSG91_PASSWORD_RESET_TEMPLATE_ID: 'flow-reset',
  SMS_MSG91_PAYMENT_RECEIPT_TEMPLATE_ID: 'flow-receipt',
};
const fast2smsEnv = {
  SMS_FAST2SMS_API_KEY: 'fast2sms-key',
  SMS_FAST2SMS_SENDER_ID: 'NIPUNA',
  SMS_FAST2SMS_ENTITY_ID: '1101',
  SMS_FAST2SMS_UID_CREATED_TEMPLATE_ID: '1201',
  SMS_FAST2SMS_PASSWORD_RESET_TEMPLATE_ID: '1202',
  SMS_FAST2SMS_PAYMENT_RECEIPT_TEMPLATE_ID: '1203',
};

type Provider = {
  name: string;
  yes: string;
  providerId: string;
  nos: [status: number, body: string][];
  at(origin: string, timeoutMs?: number): SmsSender;
};

const providers: Provider[] = [
  {
    name: 'MSG91',
    yes: '{"type":"success","message":"3763646c3058373530393938"}',
    providerId: '3763646c3058373530393938',
    nos: [
      [200, '{"type":"error","message":"TEMP7K2M9Q is not allowed"}'],
      [401, '{"type":"error","message":"msg91-key is wrong"}'],
    ],
    at: (origin, timeoutMs) =>
      createMsg91Sms(
        msg91ConfigSchema.parse({ ...msg91Env, SMS_MSG91_BASE_URL: origin }),
        timeoutMs,
      ),
  },
  {
    name: 'Fast2SMS',
    yes: '{"return":true,"request_id":"lwdtp7cjyqxvfe9","message":["SMS sent successfully."]}',
    providerId: 'lwdtp7cjyqxvfe9',
    nos: [
      [200, '{"return":false,"status_code":424,"message":"TEMP7K2M9Q is not allowed"}'],
      [401, '{"return":false,"message":"fast2sms-key is wrong"}'],
    ],
    at: (origin, timeoutMs) =>
      createFast2sms(
        fast2smsConfigSchema.parse({ ...fast2smsEnv, SMS_FAST2SMS_BASE_URL: origin }),
        timeoutMs,
      ),
  },
];

test('MSG91 gets a call of its Flow API, with the variables in order', async () => {
  const { origin, requests } = await listenWith(200, '{"type":"success","message":"id-1"}');
  const config = msg91ConfigSchema.parse({ ...msg91Env, SMS_MSG91_BASE_URL: `${origin}/` });
  await createMsg91Sms(config).send(reset);
  const [request] = requests;
  expect(request).toMatchObject({ method: 'POST', url: `${origin}/api/v5/flow` });
  expect(request?.headers.get('authkey')).toBe('msg91-key');
  expect(JSON.parse(request?.body ?? '')).toEqual({
    template_id: 'flow-reset',
    short_url: '0',
    recipients: [{ mobiles: '919876543210', VAR1: 'TEMP7K2M9Q', VAR2: '30 minutes' }],
  });
});

test('Fast2SMS gets a call of its DLT route, with the registered text filled in', async () => {
  const { origin, requests } = await listenWith(200, '{"return":true,"request_id":"id-1"}');
  const config = fast2smsConfigSchema.parse({
    ...fast2smsEnv,
    SMS_FAST2SMS_BASE_URL: origin,
    SMS_FAST2SMS_PASSWORD_RESET_TEXT: 'Nipuna: use {#var#} within {#var#} min.',
  });
  await createFast2sms(config).send(reset);
  const [request] = requests;
  expect(request).toMatchObject({ method: 'POST', url: `${origin}/dev/bulkV2` });
  expect(request?.headers.get('authorization')).toBe('fast2sms-key');
  expect(JSON.parse(request?.body ?? '')).toEqual({
    route: 'dlt_manual',
    sender_id: 'NIPUNA',
    entity_id: '1101',
    template_id: '1202',
    message: 'Nipuna: use TEMP7K2M9Q within 30 min.',
    numbers: '9876543210',
  });
});

describe.each(providers)('$name', ({ at, yes, providerId, nos }) => {
  test('returns the provider’s id of a message that it accepted', async () => {
    const { origin } = await listenWith(200, yes);
    expect(await at(origin).send(reset)).toEqual({ providerId });
  });

  test.each(nos)(
    'is refused with %i %s, and the error repeats none of it',
    async (status, body) => {
      const { origin } = await listenWith(status, body);
      const error: unknown = await at(origin)
        .send(reset)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'GatewayError', kind: 'refused', httpStatus: status });
      const said = `${error} ${JSON.stringify(error)}`;
      expect(said).not.toMatch(/TEMP7K2M9Q|9876543210|-key/);
    },
  );

  test.each([
    [200, 'OK'],
    [200, '{}'],
    [500, yes],
  ])('counts %i %s as unreadable', async (status, body) => {
    const { origin } = await listenWith(status, body);
    await expect(at(origin).send(reset)).rejects.toMatchObject({ kind: 'unreadable' });
  });

  test('times out when no answer comes or nobody listens', async () => {
    const silent = await listenInSilence();
    await expect(at(silent, 30).send(reset)).rejects.toMatchObject({ kind: 'timeout' });
    await expect(at(await closedOrigin()).send(reset)).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe('the console', () => {
  test.each<[SmsMessage, string]>([
    [
      reset,
      'SMS to +919876543210: Your one-time password is TEMP7K2M9Q. It is valid for 30 minutes. Do not share it with anyone.\n',
    ],
    [
      { ...reset, vars: { password: 'TEMP7K2M9Q', minutes: '1440' } },
      'SMS to +919876543210: Your one-time password is TEMP7K2M9Q. It is valid for 24 hours. Do not share it with anyone.\n',
    ],
    [
      { ...reset, vars: { password: 'TEMP7K2M9Q', minutes: '119' } },
      'SMS to +919876543210: Your one-time password is TEMP7K2M9Q. It is valid for 119 minutes. Do not share it with anyone.\n',
    ],
    [
      { ...reset, purpose: 'uid-created', vars: { uid: 'K7M2QXR' } },
      'SMS to +919876543210: Your UID is K7M2QXR. Sign in with it and your password.\n',
    ],
    [
      { ...reset, purpose: 'payment-receipt', vars: { amount: '499.00', receipt: '2627/000042' } },
      'SMS to +919876543210: We have received Rs 499.00. Your receipt number is 2627/000042.\n',
    ],
    [
      { ...reset, purpose: 'exam-start', vars: { start: STARTS, uid: 'K7M2QXR' } },
      `SMS to +919876543210: Your exam starts on ${STARTS}. Please sign in before that with your UID K7M2QXR.\n`,
    ],
    [
      { ...reset, purpose: 'refund', vars: { amount: '499.00' } },
      'SMS to +919876543210: We have refunded Rs 499.00. Your bank may take a few days to show it.\n',
    ],
    [
      { ...reset, purpose: 'result', vars: { uid: 'K7M2QXR' } },
      'SMS to +919876543210: The result of an exam you took is out. Please sign in with your UID K7M2QXR to see it.\n',
    ],
    [
      { ...reset, purpose: 'score-corrected', vars: { uid: 'K7M2QXR' } },
      'SMS to +919876543210: The score of an exam you took has been corrected. Please sign in with your UID K7M2QXR to see it.\n',
    ],
  ])('prints one line for %o', async (message, line) => {
    const lines: string[] = [];
    const sms = createConsoleSms((text) => lines.push(text));
    expect(await sms.send(message)).toEqual({ providerId: 'console-outbox-1' });
    expect(lines).toEqual([line]);
  });
});

test.each([
  [
    'MSG91',
    (id?: string) =>
      createMsg91Sms(
        msg91ConfigSchema.parse({
          ...msg91Env,
          SMS_MSG91_EXAM_START_TEMPLATE_ID: id,
          SMS_MSG91_RESULT_TEMPLATE_ID: id,
        }),
      ),
  ],
  [
    'Fast2SMS',
    (id?: string) =>
      createFast2sms(
        fast2smsConfigSchema.parse({
          ...fast2smsEnv,
          SMS_FAST2SMS_EXAM_START_TEMPLATE_ID: id,
          SMS_FAST2SMS_RESULT_TEMPLATE_ID: id,
        }),
      ),
  ],
])(
  '%s sends only messages that it has a template for, and refuses the others',
  async (_, withTemplate) => {
    expect(withTemplate('1207').canSend('exam-start')).toBe(true);
    expect(withTemplate('1207').canSend('result')).toBe(true);
    const without = withTemplate();
    expect(without.canSend('exam-start')).toBe(false);
    expect(without.canSend('result')).toBe(false);
    expect(without.canSend('password-reset')).toBe(true);
    const start = {
      ...reset,
      purpose: 'exam-start',
      vars: { start: STARTS, uid: 'K7M2QXR' },
    } as const;
    await expect(without.send(start)).rejects.toMatchObject({ kind: 'refused' });
  },
);

test('a registered text that says “minutes” itself gets only their number', () => {
  const long: SmsMessage = { ...reset, vars: { password: 'TEMP7K2M9Q', minutes: '1440' } };
  expect(writeText('Password {#var#}, valid for {#var#} minutes.', long)).toBe(
    'Password TEMP7K2M9Q, valid for 1440 minutes.',
  );
});

describe('a message', () => {
  test('survives an outbox as JSON', () => {
    expect(smsMessageSchema.parse(JSON.parse(JSON.stringify(reset)))).toEqual(reset);
  });

  test.each([
    ['a number abroad', { ...reset, to: '+15551234567' }],
    ['ten bare digits', { ...reset, to: '9876543210' }],
    [
      'a variable of 31 characters',
      { ...reset, vars: { password: 'x'.repeat(31), minutes: '30' } },
    ],
    ['a time that is no number', { ...reset, vars: { password: 'x', minutes: '24 hours' } }],
    ['a missing variable', { ...reset, vars: { password: 'x' } }],
    ['an unknown purpose', { ...reset, purpose: 'promotion' }],
  ])('with %s is refused before it is sent', (_, message) => {
    expect(smsMessageSchema.safeParse(message).success).toBe(false);
  });
});

describe('the configuration', () => {
  test.each(Object.keys(msg91Env))('of MSG91 names %s when it is missing', (name) => {
    const parsed = msg91ConfigSchema.safeParse({ ...msg91Env, [name]: undefined });
    expect(parsed.error?.issues[0]).toMatchObject({ path: [name], message: 'is needed' });
  });

  test.each(Object.keys(fast2smsEnv))('of Fast2SMS names %s when it is missing', (name) => {
    const parsed = fast2smsConfigSchema.safeParse({ ...fast2smsEnv, [name]: undefined });
    expect(parsed.error?.issues[0]).toMatchObject({ path: [name], message: 'is needed' });
  });

  test('of Fast2SMS refuses a text with another number of variables', () => {
    const text = { SMS_FAST2SMS_UID_CREATED_TEXT: 'Hello {#var#}, your UID is {#var#}.' };
    const parsed = fast2smsConfigSchema.safeParse({ ...fast2smsEnv, ...text });
    expect(parsed.error?.issues[0]?.message).toBe('must contain {#var#} exactly 1 time(s)');
  });
});
