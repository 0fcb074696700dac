// The sync wire can't change its shape without a new protocol number.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { PROTOCOL } from './protocol-version.ts';
import * as sync from './sync.ts';

/**
 * The fingerprint of each released protocol; never edit an existing line. Fingerprints of protocols 1 to 3 also covered
 * the names of the schemas.
 */
const fingerprints: Record<number, string> = {
  1: '52671a1d34263cb4',
  2: '07158e8d43a958a2',
  3: '3498df9f33c5e413',
  4: '0fdbe31af6f6965e',
};

/** A schema that checks with a function registers its JSON schema itself. */
const told = { io: 'input', unrepresentable: 'any' } as const;

it('the sync wire’s schemas have the shape that was recorded for the current protocol number', () => {
  // Schema names exist only in the code, not on the wire.
  const shapes = Object.entries(sync)
    .filter(([name]) => name.endsWith('Schema'))
    .map(([, schema]) => JSON.stringify(z.toJSONSchema(schema as z.core.$ZodType, told)))
    .sort();
  expect(shapes.length).toBeGreaterThan(10);
  const fingerprint = createHash('sha256').update(shapes.join('\n')).digest('hex').slice(0, 16);
  expect(fingerprints[PROTOCOL]).toBe(fingerprint);
});
