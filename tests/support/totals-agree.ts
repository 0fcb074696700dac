/**
 * Checks that the total by which lists are sorted is the sum of what results show, whatever wrote them last
 * (decision 58).
 */
import { expect } from 'vitest';
import type { Database } from '#db/client.ts';
import { results } from '#db/schema/sittings.ts';

/** @returns how many results there are */
export async function expectTotalsAgree({ orm }: Database): Promise<number> {
  const rows = await orm.select().from(results);
  for (const { sittingId, sections, documents, total } of rows) {
    const marks = [...sections.map(({ hundredths }) => hundredths), documents].filter(
      (part) => part !== null,
    );
    const sum = marks.length === 0 ? null : marks.reduce((all, part) => all + part, 0);
    expect({ sittingId, total }).toEqual({ sittingId, total: sum });
  }
  return rows.length;
}
