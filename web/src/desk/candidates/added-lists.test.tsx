import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { AddedList } from '#contract/desk/candidates.ts';
import { AddedLists } from './added-lists.tsx';

const list: AddedList = {
  ...{ id: 7, at: '2026-11-29T05:00:00.000Z', by: 'Asha Rao', fileName: 'college.xlsx' },
  ...{ exam: 'Entrance', people: 1_000, waiting: 0, failedCount: 300 },
  failed: Array.from({ length: 50 }, (_, at) => ({ uid: `UID${at}`, fullName: `Person ${at}` })),
};

const textOf = (shown: AddedList) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <AddedLists latest={[shown]} left={null} gaveUp={false} />
    </MemoryRouter>,
  ).replace(/<[^>]+>/g, '');

it('everyone on a list who got no one-time password is counted, though only the first are named', () => {
  const text = textOf(list);
  expect(text).toContain('300 candidates from “college.xlsx” didn’t get one: Person 0, Person 1,');
  expect(text).toContain('Person 49 and 250 others. Please check');
});

it('none of them counts as sent while others are still waiting', () => {
  expect(textOf({ ...list, waiting: 100 })).toContain('600 of 1,000 one-time passwords sent.');
});
