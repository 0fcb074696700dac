/** The plans of the ordinary check. The first: one sitting with what is worst, each but the second phone's, which a test of its own has. */
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

/** A disk that is full in mid-exam, without a network: by itself, when the browser is killed in a save, and at the submission. */
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
