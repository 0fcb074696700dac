// The short form of `npm run simulate:late`.
import { describe, expect, it } from 'vitest';
import { simulate } from './late-sittings.ts';

describe('late work, simulated [AT8]', () => {
  it('from honest phones is never refused: it counts or waits, and without restart, sleep or long silence it counts', () => {
    const tallies = simulate(1, 1_500, true);
    for (const [kind, tally] of tallies) {
      expect(tally.sittings, kind).toBeGreaterThan(10);
      expect(tally.refused, kind).toBe(0);
    }
    for (const kind of [
      'no outage',
      'short drops',
      'battery dies, restart with network',
    ] as const) {
      const tally = tallies.get(kind);
      expect(tally?.counts, kind).toBe(tally?.sittings);
    }
  });

  it('that contradicts itself never counts automatically; a lie without contradiction is marked wherever it counts', () => {
    for (const [kind, tally] of simulate(1, 500, false)) {
      expect(tally.sittings, kind).toBeGreaterThan(10);
      expect(tally.refused, kind).toBe(0);
      if (kind === 'made-up times that agree with every beacon')
        expect(tally.marked, kind).toBe(tally.counts);
      else expect(tally.counts, kind).toBe(0);
    }
  });
});
