// A setting for those who need it on every request: kept in memory for a few seconds, so that candidates'
// requests cost no query more. This process sees its own changes at once, another one within that time.
import type { Database } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { readSetting } from './read-setting.ts';
import type { SettingName, SettingValue } from './setting-list.ts';

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

/** After a change: whoever asks next reads. */
export function forgetSetting(db: Database, name: SettingName): void {
  kept.get(db)?.delete(name);
}
