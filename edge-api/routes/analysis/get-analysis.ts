// GET exams/{id}/analysis, GET exams/{id}/analysis/questions and GET exams/{id}/analysis/export.
import * as z from 'zod/mini';
import { paging } from '#api/middleware/list-endpoint.ts';
import {
  examAnalysisSchema,
  questionFiguresListSchema,
  questionOrders,
} from '#contract/desk/analysis.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { FIRST_LOOK_MS, PATIENCE_MS } from '../../services/analysis/counted-answers.ts';
import { listQuestionFigures, readAnalysis } from '../../services/analysis/read-analysis.ts';
import { writeAnalysis } from '../../services/analysis/write-analysis.ts';

const params = z.object({ id: idSchema });

export const getAnalysis = endpoint(
  {
    route: 'get /exams/:id/analysis',
    who: 'admin',
    mayLag: true,
    summary:
      'Participants by state, how scores and times are spread, and each section. While `answers.state` is counting, ask again.',
    params,
    reply: examAnalysisSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readAnalysis(deps, params.id, FIRST_LOOK_MS),
);

export const getQuestionFigures = endpoint(
  {
    route: 'get /exams/:id/analysis/questions',
    who: 'admin',
    mayLag: true,
    summary:
      'Each question that was asked: right, wrong, blank, options chosen, facility, discrimination and flags; the total is in X-Total-Count. Descending with direction=desc; only suspicious ones with only=suspicious.',
    params,
    query: z.object({
      order: z._default(z.enum(questionOrders), 'flags'),
      direction: z._default(z.enum(['asc', 'desc']), 'asc'),
      only: z._default(z.enum(['all', 'suspicious']), 'all'),
      ...paging(20, 1_000),
    }),
    reply: questionFiguresListSchema,
    problems: ['not-found', 'unavailable'],
  },
  async ({ deps, params, query, header }) => {
    const { order, direction, only, page, pageSize } = query;
    const { total, rows } = await listQuestionFigures(
      deps,
      params.id,
      {
        order,
        descending: direction === 'desc',
        suspicious: only === 'suspicious',
        page,
        pageSize,
      },
      PATIENCE_MS,
    );
    header('x-total-count', String(total));
    return rows;
  },
);

export const getAnalysisExport = workbookEndpoint(
  {
    route: 'get /exams/:id/analysis/export',
    mayLag: true,
    summary: 'The analysis as a workbook with the sheets Summary, Sections and Questions.',
    params,
    problems: ['not-found', 'unavailable'],
  },
  ({ deps, params }) => writeAnalysis(deps, params.id, PATIENCE_MS),
);
