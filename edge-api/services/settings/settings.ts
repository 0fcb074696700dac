// What the office sets: the closed list, how it is read, kept in memory for a moment, and changed.
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import {
  type Brand,
  brandSchema,
  cellsSchema,
  companySchema,
  DEFAULT_LATE_MINUTES,
  policiesSchema,
} from '#contract/desk/settings.ts';
import type { Database, Orm } from '#db/client.ts';
import { settings } from '#db/schema/records.ts';
import { TRANSIT_ALLOWANCE_MS } from '#machines/sitting/deadline.ts';
import { brand } from '#web/brand.ts';

/**
 * @param change `version` as it was read, 0 for the default
 * @throws Problem changed-meanwhile
 */
export async function changeSetting<N extends SettingName>(
  deps: Deps,
  actor: string,
  name: N,
  change: { version: number; value: SettingValue<N> },
): Promise<Setting<N>> {
  const changed = await deps.db.transaction(async (tx) => {
    const before = await readSetting(tx, name);
    // A page from before a field was added doesn't send it, and means no change of it.
    const value = { ...before.value, ...change.value };
    const now = { value, changedBy: actor, changedAt: new Date(deps.now()) };
    const written =
      change.version === 0
        ? await tx
            .insert(settings)
            .values({ name, ...now })
            .onConflictDoNothing()
            .returning({ version: settings.version })
        : await tx
            .update(settings)
            .set({ ...now, version: change.version + 1 })
            .where(and(eq(settings.name, name), eq(settings.version, change.version)))
            .returning({ version: settings.version });
    if (written.length === 0) throw new Problem('changed-meanwhile');
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'setting.changed',
      subject: name,
      detail: differences(before.value, value),
    });
    return readSetting(tx, name);
  });
  forgetSetting(deps.db, name);
  return changed;
}

/** Each field that is another now, as `{ from, to }`. */
function differences(before: object, after: object): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([field, to]) => JSON.stringify(old.get(field)) !== JSON.stringify(to))
      .map(([field, to]) => [field, { from: old.get(field) ?? null, to }]),
  );
}

type Setting<N extends SettingName> = {
  value: SettingValue<N>;
  /** 0 as long as the default stands. */
  version: number;
  changedBy: string | null;
  changedAt: string | null;
};

/**
 * What is set, from the database: the stored value over the default, so that a field added later has its
 * default. A stored value that no longer fits its shape is an error, never somebody else's name on an invoice.
 */
export async function readSetting<N extends SettingName>(orm: Orm, name: N): Promise<Setting<N>> {
  const [row] = await orm.select().from(settings).where(eq(settings.name, name));
  const { schema, fallback } = settingList[name];
  return {
    // The schema of this name gives this name's value, which the type checker can't follow through the list.
    value: schema.parse({ ...fallback, ...Object(row?.value) }) as SettingValue<N>,
    version: row?.version ?? 0,
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}

/** The closed list of settings: the shape of each, and what holds until somebody sets it. */
export const settingList = {
  brand: { schema: companySchema, fallback: { ...brand, address: [...brand.address] } },
  policies: {
    schema: policiesSchema,
    fallback: {
      transitSeconds: TRANSIT_ALLOWANCE_MS / 1_000,
      lateActs: 'wait',
      lateMinutes: DEFAULT_LATE_MINUTES,
      trustMeasured: false,
      minimumAge: 14,
    },
  },
  cells: { schema: cellsSchema, fallback: { cells: [] } },
} as const satisfies Record<string, { schema: z.ZodMiniType; fallback: unknown }>;

type SettingName = keyof typeof settingList;
export type SettingValue<N extends SettingName> = z.output<(typeof settingList)[N]['schema']>;

// A setting for those who need it on every request: kept in memory for a few seconds, so that candidates'
// requests cost no query more. This process sees its own changes at once, another one within that time.

const KEPT_MS = 5_000;

type Kept = { readAt: number; value: Promise<unknown> };
const kept = new WeakMap<Database, Map<SettingName, Kept>>();

export async function settingNow<N extends SettingName>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: N,
): Promise<SettingValue<N>> {
  const settings = kept.get(db) ?? new Map<SettingName, Kept>();
  kept.set(db, settings);
  const known = settings.get(name);
  const age = known ? now() - known.readAt : Number.POSITIVE_INFINITY;
  if (known && age >= 0 && age < KEPT_MS) return known.value as Promise<SettingValue<N>>;
  const value = readSetting(db.orm, name).then((setting) => setting.value);
  settings.set(name, { readAt: now(), value });
  value.catch(() => settings.delete(name)); // the next one asks again
  return value;
}

const BUILT_IN = JSON.stringify(brandSchema.parse(settingList.brand.fallback));

/** What pages show of the company. */
export const shownBrand = async (deps: Pick<Deps, 'db' | 'now'>): Promise<Brand> =>
  brandSchema.parse(await settingNow(deps, 'brand'));

/** @returns null while the site runs under the name that was built in */
export async function ownBrand(deps: Pick<Deps, 'db' | 'now'>): Promise<Brand | null> {
  const brand = await shownBrand(deps);
  return JSON.stringify(brand) === BUILT_IN ? null : brand;
}

/** After a change: the next caller reads them again. */
function forgetSetting(db: Database, name: SettingName): void {
  kept.get(db)?.delete(name);
}
