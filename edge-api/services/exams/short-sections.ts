// Compares the sections of an exam with the bank. Sections of the same type are drawn together, so they are counted together.

/** `short`: the types for which the sections ask more questions than the bank holds, with the number asked. */
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
