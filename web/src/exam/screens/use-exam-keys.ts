/**
 * The keyboard of the sitting: 1–4 or A–D choose an option, left and right change the question. Keys that belong to
 * something else are left to it: text fields, open dialogs, a table that left and right scroll, and anything pressed
 * together with Ctrl, Alt or Meta.
 */
import { useEffect, useRef } from 'react';
import { type OptionName, optionNames } from '#contract/wire/values.ts';

export interface ExamKeys {
  onChoose: (option: OptionName) => void;
  onMove: (step: 1 | -1) => void;
}

const CHOICES = ['1a', '2b', '3c', '4d'];

function optionOfKey(key: string): OptionName | undefined {
  if (key.length !== 1) return undefined;
  return optionNames[CHOICES.findIndex((keys) => keys.includes(key.toLowerCase()))];
}

export function useExamKeys(keys: ExamKeys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.altKey || event.metaKey || isElsewhere(event.target)) return;
      const option = optionOfKey(event.key);
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
      if (option) latest.current.onChoose(option);
      else if (step && !isWideTable(event.target)) latest.current.onMove(step);
      else return;
      // Left and right would also change the choice of a focused radio button.
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isWideTable(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('section') &&
    target.scrollWidth > target.clientWidth
  );
}

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return (
    target instanceof Element &&
    target.closest('textarea, select, [contenteditable], input:not([type=radio])') !== null
  );
}
