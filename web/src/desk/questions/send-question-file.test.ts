import { expect, it } from 'vitest';
import { lineCutter } from './send-question-file.ts';

it('passes each line on once, when it is complete, however the text arrives', () => {
  const lines: string[] = [];
  const cut = lineCutter((line) => lines.push(line));
  for (const soFar of ['', '{"a"', '{"a":1}', '{"a":1}\n', '{"a":1}\n{"b":2}\n{"c"']) cut(soFar);
  expect(lines).toEqual(['{"a":1}', '{"b":2}']);
  cut('{"a":1}\n{"b":2}\n{"c":3}\n');
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});
