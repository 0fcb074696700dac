// The outside services that the server uses, and what our own database says about each, without calling them.

import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Integration, IntegrationResult } from '#contract/desk/settings.ts';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-call.ts';
import { newReference } from '../../gateways/payment/port.ts';
import type { SmsPurpose } from '../../gateways/sms/port.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newId, newSecretId } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';

const countsSchema = z.tuple([
  z.object({
    waiting: z.int(),
    untaken: z.int(),
    failed: z.int(),
    open: z.int(),
    review: z.int(),
    files: z.int(),
  }),
]);

const COUNTS = `select
  (select count(*)::int from sms_outbox where next_try_at is not null) as waiting,
  (select count(*)::int from sms_outbox where next_try_at is not null and error is not null) as untaken,
  (select count(*)::int from sms_outbox where state = 'failed' and purpose <> 'nobody' and error is distinct from 'superseded'
     and created_at > ${instant('$1')} - interval '1 day') as failed,
  (select count(*)::int from orders where next_check_at is not null) as open,
  (select count(*)::int from orders where state = 'review') as review,
  (select count(*)::int from files) as files`;

/** Messages that are sent only if the company has set a template for them. */
const optionalTexts: readonly [SmsPurpose, string][] = [
  ['exam-start', 'starts of exams'],
  ['refund', 'refunds'],
  ['result', 'results'],
  ['score-corrected', 'corrected scores'],
];

export async function listIntegrations({
  db,
  now,
  settings,
  sms: sender,
}: Deps): Promise<{ name: Integration; provider: string; facts: string[] }[]> {
  const [counts] = countsSchema.parse(await db.rows(COUNTS, [now()]));
  const { payments, sms, files } = settings.providers;
  const unset = optionalTexts.flatMap(([purpose, what]) => (sender.canSend(purpose) ? [] : [what]));
  return [
    { name: 'database', provider: db.kind, facts: [] },
    { name: 'files', provider: files, facts: [`${say(counts.files, 'file')} kept`] },
    {
      name: 'payments',
      provider: payments,
      facts: [
        `${say(counts.open, 'payment')} still being asked about`,
        ...(counts.review > 0 ? [`${say(counts.review, 'payment')} to look at`] : []),
      ],
    },
    {
      name: 'sms',
      provider: sms,
      facts: [
        `${say(counts.waiting, 'message')} waiting`,
        ...(counts.untaken > 0
          ? [
              `${say(counts.untaken, 'message')} not taken by the provider so far; we’ll keep trying`,
            ]
          : []),
        ...(counts.failed > 0
          ? [`${say(counts.failed, 'message')} not delivered in the last day`]
          : []),
        ...(unset.length > 0 ? [`no template for ${unset.join(', ')}`] : []),
      ],
    },
  ];
}

function say(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count.toLocaleString('en-IN')} ${thing}s`;
}

// Really tries each outside service: a round trip to the database, a file written, read and removed, the payment gateway asked for an
// order that can't exist, a text message sent. The answer describes the result in words and reveals no secret.

const migrationsSchema = z.tuple([z.object({ migrations: z.int() })]);

/**
 * @param mobile ten digits, only for `sms`
 * @throws Problem throttled; invalid when a message has no number to go to
 */
export async function testIntegration(
  deps: Deps,
  actor: string,
  name: Integration,
  mobile: string | undefined,
): Promise<IntegrationResult> {
  if (name === 'sms' && mobile === undefined)
    throw new Problem('invalid', {
      fields: { mobile: 'Please type a number to send the message to.' },
    });
  await throttle(deps, [{ key: `integration test ${name}`, most: 30, seconds: 3_600 }]);
  const begun = performance.now();
  const { ok, message } = await attempt(deps, name, mobile ?? '');
  const tookMs = Math.round(performance.now() - begun);
  await deps.db.transaction((tx) =>
    recordAudit(tx, deps.now(), {
      actor,
      action: 'setting.tested',
      subject: name,
      detail: { ok, tookMs },
    }),
  );
  return { ok, message, tookMs };
}

async function attempt(
  deps: Deps,
  name: Integration,
  mobile: string,
): Promise<{ ok: boolean; message: string }> {
  try {
    return { ok: true, message: await trials[name](deps, mobile) };
  } catch (error) {
    deps.log.warn({ err: error, integration: name }, 'integration test failed');
    return { ok: false, message: explain(name, error) };
  }
}

class NotAsExpected extends Error {
  override readonly name = 'NotAsExpected';
}

const trials: Record<Integration, (deps: Deps, mobile: string) => Promise<string>> = {
  async database({ db }) {
    const [row] = migrationsSchema.parse(
      await db.rows('select count(*)::int as migrations from drizzle.__drizzle_migrations', []),
    );
    return `The database responded. ${row.migrations} migrations have been applied.`;
  },
  async files({ files }) {
    const id = newSecretId();
    const content = new Uint8Array(randomBytes(64));
    await files.put(id, content);
    const back = await files.get(id);
    await files.remove(id);
    if (!back || Buffer.compare(back, content) !== 0)
      throw new NotAsExpected('The file that came back differs from what was written.');
    if (await files.get(id)) throw new NotAsExpected('The test file could not be removed again.');
    return 'A small file was written, read back and removed.';
  },
  async payments({ payments }) {
    const { state } = await payments.orderStatus({
      reference: newReference(),
      customerId: 'connectiontest',
    });
    if (state !== 'not-found')
      throw new NotAsExpected('The gateway claims to know an order that doesn’t exist.');
    return 'The gateway responded and, as it should, doesn’t know an order that doesn’t exist.';
  },
  async sms({ sms }, mobile) {
    await sms.send({
      purpose: 'uid-created',
      to: `+91${mobile}`,
      idempotencyKey: newId(),
      vars: { uid: 'TEST' },
    });
    return `The provider accepted a message to ${mobile}. It contains the UID TEST.`;
  },
};

const what: Record<Integration, string> = {
  database: 'The database',
  files: 'The file store',
  payments: 'The payment gateway',
  sms: 'The SMS provider',
};

/** Uses only our own words, because the error text of another program may contain an address with a password. */
function explain(name: Integration, error: unknown): string {
  if (error instanceof NotAsExpected) return error.message;
  if (!(error instanceof GatewayError))
    return `${what[name]} couldn’t be used. See the server’s log for the reason.`;
  const status = error.httpStatus === null ? '' : ` (status ${error.httpStatus})`;
  switch (error.kind) {
    case 'timeout':
      return `${what[name]} didn’t respond in time. Check its address, and whether this server can reach it.`;
    case 'refused':
      return error.httpStatus === 401 || error.httpStatus === 403
        ? `${what[name]} refused our key${status}. Check the credentials in the environment.`
        : `${what[name]} responded but refused${status}. Check the account and templates there.`;
    case 'unreadable':
      return `${what[name]} gave an unexpected response${status}. Check its address.`;
  }
}
