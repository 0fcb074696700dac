import { describe, expect, test } from 'vitest';
import { readEnvironment, WrongEnvironment } from './environment.ts';

const told = (env: Record<string, string>): string => {
  try {
    readEnvironment(env);
    return 'nothing';
  } catch (error) {
    if (error instanceof WrongEnvironment) return error.message;
    throw error;
  }
};

describe('settings', () => {
  test('all have defaults, so that none must be set', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8787',
      database: { dataDir: './data' },
      demo: true,
      payments: { gateway: 'simulated' },
      sms: { provider: 'console' },
      trustProxy: false,
      metricsToken: undefined,
      mostStreams: 12_000,
      traces: null,
    });
  });

  test('count as not set when they are left empty in a file', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toMatchObject({
      port: 8787,
      demo: true,
    });
  });

  test('with DATABASE_URL turn the demonstration off unless DEMO asks for it', () => {
    const DATABASE_URL = 'postgres://user@localhost/pariksha';
    expect(readEnvironment({ DATABASE_URL })).toMatchObject({
      demo: false,
      database: { databaseUrl: DATABASE_URL },
    });
    expect(readEnvironment({ DATABASE_URL, DEMO: 'on' })).toMatchObject({ demo: true });
  });

  test('accept a standby for lists only beside its primary, with a limit on how old a list may be', () => {
    const DATABASE_URL = 'postgres://user@localhost/pariksha';
    const DATABASE_READ_URL = 'postgres://user@standby/pariksha';
    expect(readEnvironment({ DATABASE_URL })).toMatchObject({ replica: null });
    expect(readEnvironment({ DATABASE_URL, DATABASE_READ_URL })).toMatchObject({
      replica: { primaryUrl: DATABASE_URL, readUrl: DATABASE_READ_URL, oldestSeconds: 60 },
    });
    expect(told({ DATABASE_READ_URL })).toContain('DATABASE_READ_URL needs DATABASE_URL');
    expect(told({ DATABASE_SESSION_URL: DATABASE_URL })).toContain(
      'DATABASE_SESSION_URL needs DATABASE_URL',
    );
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'exams.example.in'],
    ['PUBLIC_URL', 'https://example.in/exams'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_READ_URL', 'mysql://localhost/x'],
    ['DATABASE_READ_OLDEST_SECONDS', '4'],
    ['DATABASE_READ_OLDEST_SECONDS', '7200'],
    ['SUPERADMIN_PASSWORD', 'short'],
    ['DEMO', 'yes'],
    ['PAYMENT_GATEWAY', 'paypal'],
    ['SMS_PROVIDER', 'pigeon'],
    ['FILES', 'ftp'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', '2'],
    ['ALLOW_EMBEDDED', 'true'],
  ])('with a wrong value are named without that value: %s=%s', (name, value) => {
    const line = told({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name} must [^\n]+\\.$`));
    expect(line).not.toContain(`${value}.`);
  });

  test('of the bank, the bucket and the SMS provider are required once these are chosen', () => {
    expect(told({ PAYMENT_GATEWAY: 'hdfc' })).toContain('HDFC_API_KEY is needed');
    expect(told({ FILES: 's3' })).toContain('S3_BUCKET is needed');
    expect(told({ SMS_PROVIDER: 'msg91' })).toContain('SMS_MSG91_AUTHKEY is needed');
    expect(told({ SMS_PROVIDER: 'fast2sms' })).toContain('SMS_FAST2SMS_API_KEY is needed');
  });
});

const ids = (provider: string) =>
  Object.fromEntries(
    ['UID_CREATED', 'PASSWORD_RESET', 'PAYMENT_RECEIPT'].map((purpose) => [
      `SMS_${provider}_${purpose}_TEMPLATE_ID`,
      '1',
    ]),
  );
const msg91 = { SMS_PROVIDER: 'msg91', SMS_MSG91_AUTHKEY: 'k', ...ids('MSG91') };

describe('an address that keys, messages or files are sent to', () => {
  const s3 = { FILES: 's3', S3_BUCKET: 'pages', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  const fast2sms = {
    ...{ SMS_PROVIDER: 'fast2sms', SMS_FAST2SMS_API_KEY: 'k', SMS_FAST2SMS_SENDER_ID: 'NIPUNA' },
    ...{ SMS_FAST2SMS_ENTITY_ID: '1', ...ids('FAST2SMS') },
  };

  test.each([
    ['S3_ENDPOINT', s3],
    ['SMS_MSG91_BASE_URL', msg91],
    ['SMS_FAST2SMS_BASE_URL', fast2sms],
  ])('must be https unless it is on this machine: %s', (name, rest) => {
    expect(told({ ...rest, [name]: 'http://elsewhere.example' })).toBe(
      `${name} must be an https address.`,
    );
    for (const address of ['https://elsewhere.example', 'http://127.0.0.1:9000'])
      expect(told({ ...rest, [name]: address })).toBe('nothing');
  });
});

describe('a server in production', () => {
  const whole = told({ NODE_ENV: 'production' });

  test.each([
    'simulated payment gateway',
    'SMS on the console',
    'demonstration accounts',
    'embedded database',
  ])('refuses to start with the %s, and says so', (what) => expect(whole).toContain(what));

  test.each([
    ['http://exams.example.in', true],
    ['https://exams.example.in', false],
    ['http://localhost:8787', false],
  ])('takes passwords over https only, except on this machine: %s', (PUBLIC_URL, isRefused) => {
    const line = told({ NODE_ENV: 'production', PUBLIC_URL });
    expect(line.includes('PUBLIC_URL without https')).toBe(isRefused);
  });

  test('starts without PUBLIC_URL on this machine’s address, and records that the address is a guess', () => {
    const names = 'MERCHANT_ID API_KEY RESPONSE_KEY PAYMENT_PAGE_CLIENT_ID'.split(' ');
    const hdfc = Object.fromEntries(names.map((name) => [`HDFC_${name}`, 'x']));
    const read = (more: Record<string, string>) =>
      readEnvironment({
        ...{ PAYMENT_GATEWAY: 'hdfc', HDFC_BASE_URL: 'https://bank.example', ...hdfc, ...msg91 },
        ...{ DATABASE_URL: 'postgres://u:p@db.example/exams', ...more },
      });
    const production = read({ NODE_ENV: 'production' });
    expect(production).toMatchObject({
      publicUrl: 'http://localhost:8787',
      isAddressGuessed: true,
    });
    for (const more of [{}, { NODE_ENV: 'production', PUBLIC_URL: 'https://exams.example.in' }])
      expect(read(more).isAddressGuessed).toBe(false);
  });

  test('takes the embedded database when ALLOW_EMBEDDED permits it, but still refuses everything else', () => {
    const line = told({ NODE_ENV: 'production', ALLOW_EMBEDDED: '1' });
    expect(line).not.toContain('embedded database');
    expect(line).toContain('simulated payment gateway');
  });
});
