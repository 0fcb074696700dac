// What is set, from the database: the stored value over the default, so that a field added later has its
// default. A stored value that no longer fits its shape is an error, never somebody else's name on an invoice.
import { eq } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { settings } from '#db/schema/records.ts';
import { type SettingName, type SettingValue, settingList } from './setting-list.ts';

export type Setting<N extends SettingName> = {
  value: SettingValue<N>;
  /** 0 as long as the default stands. */
  version: number;
  changedBy: string | null;
  changedAt: string | null;
};

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
