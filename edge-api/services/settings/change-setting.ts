// Sets a value, if nobody has set another since it was read; with the audit log in the same transaction.
import { and, eq } from 'drizzle-orm';
import { settings } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { readSetting, type Setting } from './read-setting.ts';
import type { SettingName, SettingValue } from './setting-list.ts';
import { forgetSetting } from './setting-now.ts';

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
    const now = { value: change.value, changedBy: actor, changedAt: new Date(deps.now()) };
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
      detail: differences(before.value, change.value),
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
