// The wire can't change its shape without a new number.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { PROTOCOL } from './protocol-version.ts';
import * as sync from './sync.ts';

/** The fingerprint of each released protocol; never edit an old line. */
const fingerprints: Record<number, string> = {
  1: '52671a1d34263cb4',
  2: '07158e8d43a958a2',
  3: '3498df9f33c5e413',
  4: 'b6b6db09ea0e6a52',
};

it('has a new protocol number when a schema of the sync wire changed its shape', () => {
  const schemas = Object.entries(sync)
    .filter(([name]) => name.endsWith('Schema'))
    .sort(([a], [b]) => a.localeCompare(b));
  expect(schemas.length).toBeGreaterThan(10);
  const shapes = schemas.map(([name, schema]) => [
    name,
    z.toJSONSchema(schema as z.core.$ZodType, { io: 'input' }),
  ]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(shapes))
    .digest('hex')
    .slice(0, 16);
  expect(fingerprints[PROTOCOL]).toBe(fingerprint);
});
