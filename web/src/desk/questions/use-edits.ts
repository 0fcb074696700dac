/**
 * The rows that are being edited. They stay in sight whatever page, search or filter comes next, so that
 * nothing typed is lost by looking something up.
 */
import { useState } from 'react';
import type { Question } from '#contract/desk/questions.ts';

export interface Edits {
  /** The question as it was when editing began, or undefined. */
  of: (id: string) => Question | undefined;
  begin: (question: Question) => void;
  end: (id: string) => void;
  /** A page of questions, after those being edited that are not on it. */
  withRows: (page: readonly Question[]) => Question[];
}

export function useEdits(): Edits {
  const [editing, setEditing] = useState<readonly Question[]>([]);
  return {
    of: (id) => editing.find(({ _id }) => _id === id),
    begin: (question) => setEditing((before) => [...without(before, question._id), question]),
    end: (id) => setEditing((before) => without(before, id)),
    withRows: (page) => withRows(editing, page),
  };
}

function without(questions: readonly Question[], id: string): Question[] {
  return questions.filter(({ _id }) => _id !== id);
}

export function withRows(editing: readonly Question[], page: readonly Question[]): Question[] {
  const onPage = new Set(page.map(({ _id }) => _id));
  return [...editing.filter(({ _id }) => !onPage.has(_id)), ...page];
}
