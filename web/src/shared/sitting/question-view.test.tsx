import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaperQuestion } from '#contract/wire/sync.ts';
import { QuestionView } from './question-view.tsx';

const drawn = (text: string, options: PaperQuestion['options'] = ['1', '2', '3', '4']) =>
  renderToStaticMarkup(
    <QuestionView
      question={{ qid: 'q1', text, options }}
      heading="Question 1 of 1"
      chosen=""
      textSize="md"
      onChoose={() => {}}
    />,
  );

test('lines whose parts are separated by tabs become a table, and the text around them stays text', () => {
  const html = drawn('Sales:\nYear\tNorth\n2024\t120\t9\nWhich grew?');
  expect(html).toContain('>Sales:\n<section');
  expect(html).toContain('<tr><td>Year</td><td>North</td></tr>');
  expect(html).toContain('<tr><td>2024</td><td>120</td><td>9</td></tr>');
  expect(html).toContain('</section>Which grew?</div>');
});

test('lines with an empty first cell become a table, too', () => {
  const html = drawn('Marks:\n\tMon\tTue\nRam\t5\t6');
  expect(html).toContain('<tr><td></td><td>Mon</td><td>Tue</td></tr>');
  expect(html).toContain('<tr><td>Ram</td><td>5</td><td>6</td></tr>');
});

test.each([
  ['code that is indented by tabs', 'for i in range(3):\n\tx = i * 2\n\tif x:\n\t\tprint(x)\nend'],
  ['a text of some hundred tabs', `Which?\n${'a\t\n'.repeat(600)}`],
])('%s stays text', (_, text) => {
  expect(drawn(text)).not.toContain('<table>');
  expect(drawn(text)).toContain(text);
});

test.each(['A\tB', '\tIndented once\nand not again', 'No table\nat all'])(
  'a single line with a tab, or none, does not become a table: %j',
  (text) => {
    expect(drawn(text)).not.toContain('<table>');
    expect(drawn(text)).toContain(text);
  },
);

test('text in an Indian language is marked with its language, line by line, for screen readers', () => {
  const html = drawn('Who?\nकौन?\nকে।\nWhich?\n\tनाम\tName\nक\t1\t2', [
    'राम।',
    'ৰাম ৷',
    'اکبر',
    'x²',
  ]);
  expect(html).toContain(
    '>Who?\n<span lang="hi">कौन?\n</span><span lang="bn">কে।\n</span>Which?\n<section',
  );
  expect(html).toContain('<td></td><td lang="hi">नाम</td><td>Name</td>');
  expect(
    [...html.matchAll(/<label [^>]*?>/g)].map(([label]) => /lang="(..)"/.exec(label)?.[1]),
  ).toEqual(['hi', 'bn', 'ur', undefined]);
});
