/** The administrator's exams as the server finds and pages them: what is typed, where one is, what came. */
import { useCallback, useState } from 'react';
import { type Exam, examListSchema } from '#contract/exams.ts';
import { countPages, settlePage } from '#web/components/desk/page-of.ts';
import { useSettled } from '#web/components/desk/use-settled.ts';
import { api } from '#web/lib/http.ts';
import { type Asked, useAsk } from '#web/lib/use-load.ts';

const PAGE_SIZE = 10;

export interface ExamPages {
  asked: Asked<{ data: Exam[]; total: number; before: number }>;
  search: string;
  setSearch: (typed: string) => void;
  /** What the list shown was asked for. */
  searched: string;
  page: number;
  pages: number;
  setPage: (page: number) => void;
  total: number;
}

export function useExamPages(): ExamPages {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const searched = useSettled(search.trim());
  const asked = useAsk(
    useCallback(
      async (signal: AbortSignal) => {
        const query = new URLSearchParams({
          search: searched,
          page: String(page),
          pageSize: String(PAGE_SIZE),
        });
        const found = await api.getPage(`exams?${query}`, examListSchema, { signal });
        return { ...found, before: (page - 1) * PAGE_SIZE };
      },
      [searched, page],
    ),
  );
  const total = asked.latest?.total ?? 0;
  const pages = countPages(total, PAGE_SIZE);
  // The list has shrunk below this page (specification section 4).
  if (asked.loaded.state === 'ready' && settlePage(page, pages) !== page) setPage(1);
  return {
    asked,
    search,
    setSearch: (typed) => {
      setSearch(typed);
      setPage(1);
    },
    searched,
    page,
    pages,
    setPage,
    total,
  };
}

export function countExams(count: number): string {
  return count === 1 ? '1 exam' : `${count.toLocaleString('en-IN')} exams`;
}
