import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { FirstSteps } from './first-steps.tsx';

const shown = (questions: number | null) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <FirstSteps questions={questions} onCreate={() => {}} />
    </MemoryRouter>,
  );
const titles = (html: string) =>
  [...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title = '']) => title.replace(/<[^>]+>/g, ''));

it('an empty desk shows four steps from an Excel file to candidates', () => {
  expect(titles(shown(0))).toEqual([
    'Put your questions into Excel',
    'Upload the file',
    'Create the exam',
    'Let candidates in',
  ]);
  expect(titles(shown(null))).toEqual(titles(shown(0)));
});

it('the steps that are done say so, and how many questions there are', () => {
  expect(titles(shown(20)).filter((title) => title.endsWith('(done)'))).toHaveLength(2);
  expect(shown(20)).toContain('20 questions in the bank.');
});

it('the steps point to the company’s own GSTIN before an invoice is issued with another', () => {
  expect(shown(0)).toMatch(/GSTIN under <a href="\/adminsettings"/);
});
