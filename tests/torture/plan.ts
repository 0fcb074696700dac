/** What happens in one sitting, made of a seed alone: a plan that failed can be made again. */
import { chanceFrom } from '../sync/random.ts';
import { type Blow, blows, deadly, type Weather, weathers, wireWeathers } from './weather.ts';

export const QUESTIONS = 3;

export type Step =
  | {
      do: 'answer';
      question: number;
      option: number /** Falls on the page in the same moment. */;
      blow?: Blow;
    }
  | { do: 'clear' | 'mark'; question: number }
  | { do: 'weather'; weather: Weather }
  | { do: 'rest'; ms: number }
  | {
      do: 'fine weather' /** Until all is received, before anything else is done. */;
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
  let phones = 1;
  const question = () => chance.below(QUESTIONS);
  const clear = (wait: boolean) => {
    if (chance.percent(50)) steps.push({ do: 'rest', ms: chance.below(3_000) });
    steps.push({ do: 'fine weather', wait });
    isBad = false;
  };
  // Half of the storms are the wire's own: to kill a server takes its time, and says less.
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
      const isSecond = blow === 'second phone';
      if (!isSecond || phones++ === 1) {
        // Whoever asks another phone to go on has a network there.
        if (isSecond && isBad) clear(chance.percent(50));
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
