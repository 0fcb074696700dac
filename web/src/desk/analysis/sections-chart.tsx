/** Each section: what became of its questions, and how its marks are spread. */
import type { SectionFigures } from '#contract/desk/analysis.ts';
import { BarRows } from '#web/ui/charts/bar-rows.tsx';
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx';
import { decimal, percent, whole } from './figures.ts';

const looks = [
  { look: 'solid', label: 'Right' },
  { look: 'hatched', label: 'Wrong' },
  { look: 'hollow', label: 'Blank' },
] as const;

export function SectionsChart({ sections }: { sections: readonly SectionFigures[] }) {
  if (sections.length === 0) return null;
  const counted = sections.flatMap(({ name, questions }) =>
    questions && questions.asked > 0 ? [{ name, questions }] : [],
  );
  return (
    <ChartFigure
      title="Sections"
      summary={
        counted.length > 0
          ? 'Of all questions asked in a section, how many were answered right, wrong, or left blank.'
          : 'The marks of each section are in the numbers below.'
      }
      heads={['Section', 'Mean', 'SD', 'Lowest', 'Median', 'Highest', 'Right', 'Wrong', 'Blank']}
      rows={sections.map(({ name, scores, questions }) => ({
        label: name,
        values: [
          ...[scores.mean, scores.deviation, scores.least, scores.median, scores.most].map(decimal),
          ...(questions
            ? [questions.right, questions.wrong, questions.blank].map(whole)
            : ['–', '–', '–']),
        ],
      }))}
    >
      <BarRows
        whole={1}
        legend={looks}
        rows={counted.map(({ name, questions: { asked, right, wrong, blank } }) => ({
          label: name,
          note: `${percent(right, asked)} right, ${percent(wrong, asked)} wrong, ${percent(blank, asked)} blank`,
          parts: [
            { look: 'solid', value: right / asked },
            { look: 'hatched', value: wrong / asked },
            { look: 'hollow', value: blank / asked },
          ],
        }))}
      />
    </ChartFigure>
  );
}
