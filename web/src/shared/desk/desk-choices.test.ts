import { beforeEach, expect, it, vi } from 'vitest';
import { changeListChoice, chooseMeasure } from './desk-choices.ts';

let stored: string | null;
beforeEach(() => {
  stored = null;
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
  });
});

it('a choice leaves what another tab has chosen meanwhile', () => {
  changeListChoice('exams', { pageSize: 50 });
  stored = JSON.stringify({ measure: 'cosy', lists: { staff: { hidden: ['mobile'] } } });
  changeListChoice('exams', { pageSize: 100 });
  expect(JSON.parse(stored)).toEqual({
    measure: 'cosy',
    lists: { staff: { hidden: ['mobile'] }, exams: { pageSize: 100 } },
  });
});

it('choices stay for as long as the page lives where nothing can be stored', () => {
  vi.stubGlobal('localStorage', undefined);
  const saved: unknown[] = [];
  chooseMeasure('cosy');
  changeListChoice('exams', { pageSize: 50 });
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: (_: string, value: string) => saved.push(JSON.parse(value)),
  });
  changeListChoice('exams', { hidden: ['fee'] });
  expect(saved).toMatchObject([
    { measure: 'cosy', lists: { exams: { pageSize: 50, hidden: ['fee'] } } },
  ]);
});
