/** What happens in one sitting. A plan depends on its seed alone, so a plan that failed can be made again. */
import { chanceFrom } from '../support/random.ts';
import { type Blow, blows, deadly, type Weather, weathers, wireWeathers } from './weather.ts';

/** The first plan of the ordinary check: one sitting with the worst faults, except the second phone, which has a test of its own. */
export const shortPlan: Plan = {
  seed: 0,
  steps: [
    { do: 'start' },
    { do: 'answer', question: 0, option: 0 },
    // The server takes an answer and is killed before its reply arrives; the browser is killed while another answer is given.
    { do: 'weather', weather: 'answers lost' },
    { do: 'answer', question: 1, option: 1 },
    { do: 'rest', ms: 300 },
    { do: 'weather', weather: 'server killed' },
    { do: 'answer', question: 2, option: 2, blow: 'browser killed' },
    { do: 'fine weather', wait: true },
    { do: 'weather', weather: 'portal' },
    { do: 'answer', question: 0, option: 3 },
    { do: 'blow', blow: 'tab crashed', minutes: 0 },
    { do: 'weather', weather: 'silence' },
    { do: 'blow', blow: 'storage closed', minutes: 0 },
    { do: 'mark', question: 1 },
    { do: 'weather', weather: 'doubled' },
    { do: 'clear', question: 0 },
    { do: 'fine weather', wait: true },
    // The receipt is lost as well, and then the database is killed.
    { do: 'weather', weather: 'answers lost' },
    { do: 'submit' },
    { do: 'rest', ms: 300 },
    { do: 'weather', weather: 'database killed' },
    { do: 'blow', blow: 'tab closed', minutes: 0 },
    { do: 'fine weather', wait: true },
  ],
};

/** A phone whose disk is full in mid-exam without a network: alone, when the browser is killed in a save, and at the submission. */
export const fullDiskPlan: Plan = {
  seed: 1,
  steps: [
    { do: 'start' },
    { do: 'answer', question: 0, option: 0 },
    { do: 'weather', weather: 'flight mode' },
    { do: 'answer', question: 1, option: 1 },
    { do: 'weather', weather: 'disk full' },
    { do: 'answer', question: 2, option: 2 },
    { do: 'answer', question: 0, option: 1 },
    { do: 'blow', blow: 'browser killed', minutes: 0 },
    { do: 'answer', question: 1, option: 0 },
    { do: 'weather', weather: 'disk full' },
    { do: 'answer', question: 2, option: 0, blow: 'browser killed' },
    { do: 'answer', question: 2, option: 1 },
    { do: 'fine weather', wait: true },
    { do: 'weather', weather: 'disk full' },
    { do: 'submit' },
    { do: 'fine weather', wait: true },
  ],
};

export const QUESTIONS = 3;

export type Step =
  | {
      do: 'answer';
      question: number;
      option: number /** Happens to the page at the same moment. */;
      blow?: Blow;
    }
  | { do: 'clear' | 'mark'; question: number }
  | { do: 'weather'; weather: Weather }
  | { do: 'rest'; ms: number }
  | {
      do: 'fine weather' /** Whether to wait until everything is received before the next step. */;
      wait: boolean;
    }
  | { do: 'blow'; blow: Blow; minutes: number }
  | { do: 'start' | 'submit' };

export interface Plan {
  seed: number;
  steps: readonly Step[];
}

export function planOf(seed: number): Plan {
  const chance = chanceFrom(seed);
  const steps: Step[] = [];
  let isBad = false;
  const rare = new Set<Blow>();
  const question = () => chance.below(QUESTIONS);
  const clear = (wait: boolean) => {
    if (chance.percent(50)) steps.push({ do: 'rest', ms: chance.below(3_000) });
    steps.push({ do: 'fine weather', wait });
    isBad = false;
  };
  // Three storms in four are picked from the wire's own: to kill a server takes longer and tells less.
  const storm = () => {
    const weather = chance.pick<Weather>(chance.percent(75) ? wireWeathers : weathers);
    steps.push({ do: 'weather', weather });
    isBad = true;
  };
  const act = () => {
    const kind = chance.below(10);
    if (kind === 0) steps.push({ do: 'clear', question: question() });
    else if (kind === 1) steps.push({ do: 'mark', question: question() });
    else {
      const blow = chance.percent(12) ? chance.pick([...deadly]) : undefined;
      const option = chance.below(4);
      steps.push({ do: 'answer', question: question(), option, ...(blow && { blow }) });
    }
  };

  if (chance.percent(20)) storm();
  steps.push({ do: 'start' });
  if (isBad) clear(true);
  for (let round = 4 + chance.below(3); round > 0; round -= 1) {
    if (!isBad && chance.percent(60)) storm();
    for (let acts = 1 + chance.below(2); acts > 0; acts -= 1) act();
    if (chance.percent(35)) {
      const blow = chance.pick(blows);
      const isRare = blow === 'second phone' || blow === 'app updated';
      if (!isRare || !rare.has(blow)) {
        // Continuing on another phone needs a network there, and so does fetching a new version.
        if (isRare && isBad) clear(chance.percent(50));
        if (isRare) rare.add(blow);
        steps.push({ do: 'blow', blow, minutes: chance.below(41) - 20 });
      }
    }
    if (isBad && chance.percent(55)) clear(chance.percent(60));
  }
  if (!isBad && chance.percent(50)) storm();
  steps.push({ do: 'submit' });
  if (chance.percent(25)) steps.push({ do: 'blow', blow: chance.pick([...deadly]), minutes: 0 });
  clear(true);
  return { seed, steps };
}
