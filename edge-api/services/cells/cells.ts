// The cells of this site: separate deployments that hold an exam or a shift of it. The office names them by address. Their
// public keys are fetched once and kept, so that their receipts and results can be checked even after a cell is gone.
import { isNotNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Cell } from '#contract/desk/settings.ts';
import { type ReceiptCheck, receiptCheckSchema } from '#contract/site/receipts.ts';
import { sittings } from '#db/schema/sittings.ts';
import { type ReceiptKeys, receiptKeysSchema } from '#seals/receipt.ts';
import type { Deps } from '../../deps.ts';
import { askJson, GatewayError, isSafeAddress } from '../../gateways/gateway-call.ts';
import { Problem } from '../../problem.ts';
import { workInTurn } from '../in-turn.ts';
import { changeSetting, readSetting, settingNow } from '../settings/settings.ts';

const TIMEOUT_MS = 4_000;
/** Checking a receipt makes this server ask all cells, so only a few receipts are checked at a time. */
const inTurn = workInTurn({ atOnce: 4, longestQueue: 64 });

/**
 * Keeps the cells that are known already as they are, and fetches the keys of new ones.
 * @throws Problem invalid, naming the address; changed-meanwhile
 */
export async function changeCells(
  deps: Deps,
  actor: string,
  { version, value: { addresses } }: { version: number; value: { addresses: readonly string[] } },
) {
  const { value } = await readSetting(deps.db.orm, 'cells');
  const cells: Cell[] = [];
  const taken = new Map(
    deps.keys.receiptKeys.keys.map(({ kid }): [string, string] => [kid, 'this site itself']),
  );
  for (const address of new Set(addresses)) {
    const cell =
      value.cells.find((known) => known.address === address) ?? (await meet(deps, address));
    for (const { kid } of cell.keys) {
      const owner = taken.get(kid);
      if (owner !== undefined) throw refused(`${address} is ${owner}.`);
      taken.set(kid, `the same as ${address}`);
    }
    cells.push(cell);
  }
  const kept = new Set(cells.map(({ address }) => address));
  const inUse = await deps.db.orm
    .selectDistinct({ cell: sittings.cell })
    .from(sittings)
    .where(isNotNull(sittings.cell));
  const missed = inUse.find(({ cell }) => cell !== null && !kept.has(cell))?.cell;
  if (missed)
    throw refused(
      `Results have come from ${missed}, and its key is needed to check their receipts. Please keep it.`,
    );
  return changeSetting(deps, actor, 'cells', { version, value: { cells } });
}

const refused = (sentence: string) =>
  new Problem('invalid', { sentence, fields: { addresses: sentence } });

/** Fetches the keys of a new cell. @throws Problem invalid */
async function meet({ settings, log }: Deps, address: string): Promise<Cell> {
  // Without https only when this site is itself being tried out on one machine.
  const isTrial = settings.publicUrl.startsWith('http:') && isSafeAddress(address);
  if (!address.startsWith('https:') && !isTrial)
    throw refused(`${address} must begin with https://.`);
  try {
    const { body } = await ask(address, '/.well-known/pariksha-receipts.json');
    // Only the cell's own keys: this site doesn't trust the cells that a cell trusts.
    const keys = receiptKeysSchema.parse(body).keys.filter(({ cell }) => cell === undefined);
    if (keys.length > 0) return { address, keys: keys.map(({ kid, x, y }) => ({ kid, x, y })) };
  } catch (error) {
    log.warn({ err: error, address }, 'a cell could not be asked for its keys');
    if (error instanceof GatewayError && error.kind === 'timeout')
      throw refused(`${address} isn’t responding. Is it running, and can this server reach it?`);
  }
  throw refused(`${address} has no public keys of Pariksha. Please check the address.`);
}

const ask = (address: string, path: string) =>
  askJson(globalThis.fetch, {
    call: 'cell GET',
    url: address + path,
    timeoutMs: TIMEOUT_MS,
    init: { headers: { accept: 'application/json' } },
  });

/** The public keys that check the receipts of this server and of all its cells. */
export async function publicKeys(deps: Pick<Deps, 'db' | 'now' | 'keys'>): Promise<ReceiptKeys> {
  const { cells } = await settingNow(deps, 'cells');
  const theirs = cells.flatMap(({ address, keys }) =>
    keys.map((key) => ({
      ...{ kty: 'EC', crv: 'P-256', ...key, use: 'sig', alg: 'ES256' },
      cell: address,
    })),
  );
  return receiptKeysSchema.parse({ keys: [...deps.keys.receiptKeys.keys, ...theirs] });
}

/**
 * Asks every cell about a receipt's short code, because the code doesn't show which server issued it.
 * @returns null when no cell knows the code
 * @throws Problem unavailable when no cell knows it but at least one didn't answer
 */
export async function askCells(deps: Deps, code: string): Promise<ReceiptCheck | null> {
  const { cells } = await settingNow(deps, 'cells');
  return cells.length === 0 ? null : inTurn(() => askEach(deps, cells, code));
}

async function askEach(
  deps: Deps,
  cells: readonly Cell[],
  code: string,
): Promise<ReceiptCheck | null> {
  const silent: string[] = [];
  const answers = await Promise.all(
    cells.map(async ({ address }) => {
      try {
        const path = `/api/v1/receipts/${encodeURIComponent(code)}?of=here`;
        const { httpStatus, body } = await ask(address, path);
        if (httpStatus === 404) return null;
        const { examName, receivedAt, state } = z.parse(receiptCheckSchema, body);
        return { examName, receivedAt, state, cell: address };
      } catch (error) {
        deps.log.warn({ err: error, address }, 'a cell could not be asked about a receipt');
        silent.push(address);
        return null;
      }
    }),
  );
  const found = answers.find((answer) => answer !== null);
  if (found || silent.length === 0) return found ?? null;
  throw new Problem('unavailable', {
    sentence: `We don’t know this receipt here, and we can’t reach ${silent.join(', ')} right now. Please try again later, or check the long receipt.`,
    retryAfter: 60,
  });
}
