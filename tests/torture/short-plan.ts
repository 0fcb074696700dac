/** The plan of the ordinary check: one sitting with what is worst, each but the second phone's, which a test of its own has. */
import type { Plan } from './plan.ts';

export const shortPlan: Plan = {
  seed: 0,
  steps: [
    { do: 'start' },
    { do: 'answer', question: 0, option: 0 },
    // The server takes an answer and is killed before its word arrives; the browser is killed in the middle of another.
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
    // The receipt is lost as well, and the database with it.
    { do: 'weather', weather: 'answers lost' },
    { do: 'submit' },
    { do: 'rest', ms: 300 },
    { do: 'weather', weather: 'database killed' },
    { do: 'blow', blow: 'tab closed', minutes: 0 },
    { do: 'fine weather', wait: true },
  ],
};
