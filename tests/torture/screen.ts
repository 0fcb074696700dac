/** What the page says, all read at the same moment, so that nothing changes in between. */
import type { Page } from '@playwright/test';

export interface Screen {
  /** The app version that the page carries; empty for the first. */
  version: string;
  /** The status line about the answers; null when the page has none. */
  saved: string | null;
  /** From 1; null when no question is shown. */
  question: number | null;
  qid: string;
  text: string;
  /** Option name and its text; empty when none is chosen. */
  chosen: string;
  chosenText: string;
  readOnly: boolean;
  /** States of the questions as their buttons name them, e.g. "answered and marked". */
  states: readonly string[];
  /** Seconds on the clock. */
  left: number | null;
  headings: readonly string[];
  alerts: readonly string[];
  receipt: string | null;
}

/** @throws when the page is gone or is being loaded */
export function readScreen(page: Page): Promise<Screen> {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const textsOf = (selector: string) => all(selector).map(({ innerText }) => innerText.trim());
    const group = document.querySelector('[role=radiogroup]');
    const labels = (group?.getAttribute('aria-labelledby') ?? '').split(' ');
    const [heading = '', text = ''] = labels.map(
      (id) => document.getElementById(id)?.innerText ?? '',
    );
    const radio = group?.querySelector<HTMLInputElement>('input[type=radio]');
    const chosen = group?.querySelector<HTMLInputElement>('input[type=radio]:checked');
    const saved = /^(?:Saving…|Saved on this phone|Received by the exam server)/;
    const states: string[] = [];
    for (const button of all('button[aria-label^="Question "], button')) {
      const name = button.getAttribute('aria-label') ?? button.innerText;
      const [, number, state] = /^Question (\d+), (.+)$/.exec(name.trim()) ?? [];
      if (number && state) states[Number(number) - 1] = state;
    }
    const clock = /(\d+):(\d\d)(?::(\d\d))?/.exec(textsOf('[role=timer]')[0] ?? '');
    const left = clock
      ? clock
          .slice(1)
          .filter((part) => part !== undefined)
          .reduce((sum, part) => sum * 60 + Number(part), 0)
      : null;
    return {
      version: document.documentElement.dataset.version ?? '',
      saved: textsOf('[role=status]').find((one) => saved.test(one)) ?? null,
      question: Number(/^Question (\d+) /.exec(heading)?.[1] ?? 0) || null,
      qid: radio?.name.replace('answer-', '') ?? '',
      text,
      chosen: chosen?.value ?? '',
      chosenText:
        document.getElementById(chosen?.getAttribute('aria-labelledby') ?? '')?.innerText ?? '',
      readOnly: radio?.disabled ?? true,
      states,
      left,
      headings: textsOf('h1, h2'),
      alerts: textsOf('[role=alert]'),
      receipt: textsOf('[data-testid=receipt]')[0] ?? null,
    };
  });
}

/** Whether the page calls the answers saved, at least on the phone. */
export const saysSaved = ({ saved }: Screen): boolean => saved !== null && saved !== 'Saving…';

export const saysReceived = ({ saved }: Screen): boolean => saved === 'Received by the exam server';

/** Whether the page shows the receipt, or the result instead of the exam: an exam that was received doesn't open again. */
export const saysSubmitted = ({ receipt, headings }: Screen): boolean =>
  receipt !== null || headings.includes('Your result');
