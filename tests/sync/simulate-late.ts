// `npm run simulate:late`: what becomes of late work, in 10,000 honest sittings and 1,000 dishonest ones; as a table for
// the decision record. `-- --honest N --dishonest N --seed N` for others.
import { parseArgs } from 'node:util';
import { simulate, type Tally } from './late-sittings.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    honest: { type: 'string', default: '10000' },
    dishonest: { type: 'string', default: '1000' },
  },
});

const share = (part: number, whole: number) =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

function print(title: string, tallies: Iterable<[string, Tally]>): void {
  console.log(`| ${title} | sittings | count by themselves | of these marked | wait | refused |`);
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const [kind, { sittings, counts, marked, waits, refused }] of tallies) {
    const shares = [
      share(counts, sittings),
      share(marked, counts),
      share(waits, sittings),
      share(refused, sittings),
    ];
    console.log(`| ${[kind, sittings, ...shares].join(' | ')} |`);
  }
  console.log('');
}

function withSum(tallies: Map<string, Tally>): [string, Tally][] {
  const sum: Tally = { sittings: 0, counts: 0, waits: 0, refused: 0, marked: 0 };
  for (const tally of tallies.values())
    for (const name of ['sittings', 'counts', 'waits', 'refused', 'marked'] as const)
      sum[name] += tally[name];
  return [...tallies, ['all', sum]];
}

const seed = Number(values.seed);
print('honest', withSum(simulate(seed, Number(values.honest), true)));
print('dishonest', withSum(simulate(seed, Number(values.dishonest), false)));
