// The closed list of settings: the shape of each, and what holds until somebody sets it.
import type * as z from 'zod/mini';
import { brandSchema, DEFAULT_LATE_MINUTES, policiesSchema } from '#contract/desk/settings.ts';
import { TRANSIT_ALLOWANCE_MS } from '#machines/sitting/deadline.ts';
import { brand } from '#web/brand.ts';

export const settingList = {
  brand: { schema: brandSchema, fallback: { ...brand, address: [...brand.address] } },
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
} as const satisfies Record<string, { schema: z.ZodMiniType; fallback: unknown }>;

export type SettingName = keyof typeof settingList;
export type SettingValue<N extends SettingName> = z.output<(typeof settingList)[N]['schema']>;
