import { describe, expect, test } from 'vitest';
import { newId, newSecretId } from './new-id.ts';

const bitsOf = (id: string) => id.length * Math.log2(32);

describe('ids', () => {
  test('that are themselves the secret have at least 128 random bits, in letters a person can read', () => {
    const id = newSecretId();
    expect(bitsOf(id)).toBeGreaterThanOrEqual(128);
    expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]+$/);
    expect(new Set(Array.from({ length: 1_000 }, newSecretId))).toHaveProperty('size', 1_000);
  });

  test('that only name something are short', () => {
    expect(newId()).toHaveLength(12);
  });
});
