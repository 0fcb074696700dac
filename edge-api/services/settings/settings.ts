// The settings of the office: the closed list, and how they are read, kept in memory for a moment, and changed.
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
 * @param change `version` as it was read; 0 for the default
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
    // A page loaded before a field was added doesn't send that field, which then keeps its value.
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

/** Each changed field as `{ from, to }`. */
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
  /** 0 while the default applies. */
  version: number;
  changedBy: string | null;
  changedAt: string | null;
};

/**
 * Reads a setting from the database: the stored value on top of the default, so that a field added later has its default. A stored value
 * that no longer fits its schema is an error, so that an invoice never shows a wrong name.
 */
export async function readSetting<N extends SettingName>(orm: Orm, name: N): Promise<Setting<N>> {
  const [row] = await orm.select().from(settings).where(eq(settings.name, name));
  const { schema, fallback } = settingList[name];
  return {
    // This name's schema gives this name's value, but the type checker can't follow that through the list.
    value: schema.parse({ ...fallback, ...Object(row?.value) }) as SettingValue<N>,
    version: row?.version ?? 0,
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}

/** The closed list of settings: the schema of each, and its default. */
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

// Settings for code that needs them on every request. They are kept in memory for a few seconds, so that candidates' requests need no
// extra query. This process sees its own changes at once, other processes within that time.

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
  value.catch(() => settings.delete(name)); // the next caller reads again
  return value;
}

const BUILT_IN = JSON.stringify(brandSchema.parse(settingList.brand.fallback));

/** The company's details that pages show. */
export const shownBrand = async (deps: Pick<Deps, 'db' | 'now'>): Promise<Brand> =>
  brandSchema.parse(await settingNow(deps, 'brand'));

/** @returns null while the site uses the brand it was built with */
export async function ownBrand(deps: Pick<Deps, 'db' | 'now'>): Promise<Brand | null> {
  const brand = await shownBrand(deps);
  return JSON.stringify(brand) === BUILT_IN ? null : brand;
}

/** Call this after a change, so that the next caller reads the setting again. */
function forgetSetting(db: Database, name: SettingName): void {
  kept.get(db)?.delete(name);
}
