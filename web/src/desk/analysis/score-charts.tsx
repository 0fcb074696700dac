/** How total scores, and the time used, are spread over the candidates. */
import type { Bin, Distribution, ExamAnalysis } from '#contract/desk/analysis.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx';
import { Histogram } from '#web/ui/charts/histogram.tsx';
import { decimal, percent, whole } from './figures.ts';

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
          ? ` ${formatCount(without, 'candidate')} without marked documents are left out.`
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
      axis="Minutes from start to submission"
      end={durationMinutes}
      summary={`Of ${durationMinutes} minutes, ${formatCount(spread.count, 'candidate')} who submitted used ${decimal(spread.least)} to ${decimal(spread.most)}, mean ${decimal(spread.mean)}, median ${decimal(spread.median)}.`}
    />
  );
}

interface SpreadProps {
  title: string;
  summary: string;
  distribution: Distribution;
  unit: string;
  axis: string;
  end?: number;
}

function Spread({ title, summary, distribution: { spread, bins }, unit, axis, end }: SpreadProps) {
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
          { at: spread.mean, label: `Mean ${decimal(spread.mean)}` },
          { at: spread.median, label: `Median ${decimal(spread.median)}` },
        ]}
      />
    </ChartFigure>
  );
}

/** `end` is a value that none passes; it is in the bin that ends with it. */
function nameOf({ from, to }: Bin, end: number | undefined): string {
  return `${decimal(from)} to ${to === end ? '' : 'under '}${decimal(to)}`;
}
