/** Uploads question files as an administrator, and reads the replies. */

import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { type ImportReport, importReportSchema, questionSchema } from '#contract/desk/questions.ts';
import type { Answer, TestApi } from '#tests/support/api.ts';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { type BookCell, makeWorkbook } from '#tests/support/make-workbook.ts';

/** A sound row. A different text makes a different question. */
export const row = (text: string, type = 'Reasoning', correct = 'OptionTwo'): BookCell[] => [
  text,
  'red',
  'green',
  'blue',
  'white',
  correct,
  2,
  0.25,
  type,
];

export function workbook(rows: BookCell[][]): Uint8Array {
  return makeWorkbook([{ name: 'Sheet1', rows: [columns, ...rows] }]);
}

export async function bankFile(name: string): Promise<Uint8Array> {
  return new Uint8Array(
    await readFile(new URL(`../fixtures/question-files/banks/${name}`, import.meta.url)),
  );
}

export async function upload(
  api: TestApi,
  bytes: Uint8Array,
  { query = '', name = 'questions.xlsx', token = api.adminToken } = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name));
  return api.request(`questions/upload${query}`, { token, form });
}

export async function uploadWell(
  api: TestApi,
  bytes: Uint8Array,
  query = '',
  name = 'questions.xlsx',
): Promise<ImportReport> {
  return importReportSchema.parse((await upload(api, bytes, { query, name })).body);
}

export async function bank(api: TestApi, query = 'pageSize=500') {
  const answer = await api.request(`questions?${query}`, { token: api.adminToken });
  return {
    total: Number(answer.headers.get('x-total-count')),
    rows: z.array(questionSchema).parse(answer.body),
  };
}
