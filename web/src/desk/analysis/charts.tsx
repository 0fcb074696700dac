/** The charts of an analysis: scores and times, sections, and how many took part. */
import type {
  Bin,
  Distribution,
  ExamAnalysis,
  ParticipantStates,
  SectionFigures,
} from '#contract/desk/analysis.ts';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { BarRows } from '#web/ui/charts/bar-rows.tsx';
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx';
import { Histogram } from '#web/ui/charts/histogram.tsx';
import { decimal, minutes, percent, whole } from './headline.tsx';

export function ScoresChart({ analysis: { scores, participants } }: { analysis: ExamAnalysis }) {
  if (!scores) return null;
  const { spread } = scores;
  const without = participants.documentsUnmarked;
  return (
    <Spread
      title="Scores"
      distribution={scores}
      unit="marks"
      axis="Total score, marks"
      summary={`${formatCount(spread.count, 'candidate')}: from ${decimal(spread.least)} to ${decimal(spread.most)} marks, mean ${decimal(spread.mean)}, median ${decimal(spread.median)}, standard deviation ${decimal(spread.deviation)}.${
        without > 0
          ? ` Leaves out ${formatCount(without, 'candidate')} whose documents aren’t marked.`
          : ''
      }`}
    />
  );
}

export function TimeChart({ analysis: { timeUsed, durationMinutes } }: { analysis: ExamAnalysis }) {
  if (!timeUsed) return null;
  const { spread } = timeUsed;
  return (
    <Spread
      title="Time used"
      distribution={timeUsed}
      unit="minutes"
      inWords={minutes}
      axis="Minutes from start to submission"
      end={durationMinutes}
      summary={`Of ${durationMinutes} minutes, ${formatCount(spread.count, 'candidate')} who submitted used ${minutes(spread.least)} to ${minutes(spread.most)}, mean ${minutes(spread.mean)}, median ${minutes(spread.median)}.`}
    />
  );
}

interface SpreadProps {
  title: string;
  summary: string;
  distribution: Distribution;
  unit: string;
  /** Formats the mean and the median in the chart, where no unit is printed beside them; plain decimals by default. */
  inWords?: (value: number) => string;
  axis: string;
  end?: number;
}

function Spread({ title, summary, distribution, unit, axis, end, inWords = decimal }: SpreadProps) {
  const { spread, bins } = distribution;
  return (
    <ChartFigure
      title={title}
      summary={summary}
      heads={[unit[0]?.toUpperCase() + unit.slice(1), 'Candidates', 'Share']}
      rows={bins.map((bin) => ({
        label: nameOf(bin, end),
        values: [whole(bin.count), percent(bin.count, spread.count)],
      }))}
    >
      <Histogram
        title={title}
        summary={summary}
        bins={bins}
        axis={axis}
        format={decimal}
        marks={[
          { at: spread.mean, label: `Mean ${inWords(spread.mean)}` },
          { at: spread.median, label: `Median ${inWords(spread.median)}` },
        ]}
      />
    </ChartFigure>
  );
}

/** @param end a value, such as the exam's duration, that is counted in the bin ending with it: that bin isn't “under” it */
function nameOf({ from, to }: Bin, end: number | undefined): string {
  return `${decimal(from)} to ${to === end ? '' : 'under '}${decimal(to)}`;
}

const looks = [
  { look: 'solid', label: 'Right' },
  { look: 'hatched', label: 'Wrong' },
  { look: 'hollow', label: 'Blank' },
] as const;

/** For each section, how its questions were answered and how its marks are distributed. */
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
          : 'Marks for each section are in the numbers below.'
      }
      heads={['Section', 'Mean', 'SD', 'Lowest', 'Median', 'Highest', 'Right', 'Wrong', 'Blank']}
      rows={sections.map(({ name, scores, questions }) => ({
        label: name,
        values: [
          ...[scores.mean, scores.deviation, scores.least, scores.median, scores.most].map(decimal),
          ...(questions
            ? [questions.right, questions.wrong, questions.blank].map(whole)
            : [NO_VALUE, NO_VALUE, NO_VALUE]),
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

interface ParticipantsChartProps {
  participants: ParticipantStates;
  enrolled: number;
}

/** How far all candidates who applied have got, and what an administrator still has to do. */
export function ParticipantsChart({ participants, enrolled }: ParticipantsChartProps) {
  const states = [
    { label: 'Completed', count: participants.completed },
    { label: 'Completed provisionally (closed by the server)', count: participants.provisional },
    { label: 'Under way', count: participants.underWay },
    { label: 'Fees Paid, not started', count: participants.notStarted },
    { label: 'Registered, fee not paid', count: participants.registered },
  ].map((state) => ({ ...state, share: percent(state.count, enrolled) }));
  const { documentsUnmarked, withHeldActs, heldActs } = participants;
  const waiting = [
    documentsUnmarked > 0 &&
      `${whole(documentsUnmarked)} ${documentsUnmarked === 1 ? 'is' : 'are'} waiting for their documents to be marked.`,
    withHeldActs > 0 &&
      `${whole(withHeldActs)} ${withHeldActs === 1 ? 'has' : 'have'} late work to decide (${heldActs === 1 ? '1 act' : `${whole(heldActs)} acts`}).`,
  ].filter((sentence) => sentence !== false);
  return (
    <ChartFigure
      title="Participants"
      summary={[
        `${whole(participants.completed + participants.provisional)} of ${whole(enrolled)} have completed the exam.`,
        ...waiting,
      ].join(' ')}
      heads={['Status', 'Participants', 'Share']}
      rows={[
        ...states.map(({ label, count, share }) => ({ label, values: [whole(count), share] })),
        {
          label: 'Of those: documents not marked',
          values: [whole(documentsUnmarked), percent(documentsUnmarked, enrolled)],
        },
        {
          label: 'Of those: with late work to decide',
          values: [whole(withHeldActs), percent(withHeldActs, enrolled)],
        },
      ]}
    >
      <BarRows
        whole={enrolled}
        rows={states.map(({ label, count, share }) => ({
          label,
          note: `${whole(count)} (${share})`,
          parts: [{ look: 'solid', value: count }],
        }))}
      />
    </ChartFigure>
  );
}
