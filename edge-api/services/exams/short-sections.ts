// What the sections of an exam ask of the bank. Sections of one type are drawn together, so they are counted together.

/** `short`: the types of which more is asked than the bank holds, with how many are asked. */
export function weighSections(
  sections: readonly { fieldType: string; fieldCount: number }[],
  bank: ReadonlyMap<string, number>,
): { wanted: number; short: [type: string, asked: number][] } {
  const byType = new Map<string, number>();
  for (const { fieldType, fieldCount } of sections)
    if (fieldCount > 0) byType.set(fieldType, (byType.get(fieldType) ?? 0) + fieldCount);
  return {
    wanted: [...byType.values()].reduce((sum, count) => sum + count, 0),
    short: [...byType].filter(([type, count]) => count > (bank.get(type) ?? 0)),
  };
}
