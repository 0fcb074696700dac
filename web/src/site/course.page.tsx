/** A course from the first look to the last question; what one fills in stands between, where it is given. */
import { Accordion } from '#web/site/parts/accordion.tsx';
import { Band } from '#web/site/parts/band.tsx';
import { FactStrip } from '#web/site/parts/fact-strip.tsx';
import { Ledger } from '#web/site/parts/ledger.tsx';
import { Opening } from '#web/site/parts/opening.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { Trail } from '#web/site/parts/trail.tsx';
import type { CourseContent } from './content/course.ts';
import { trailAbove } from './content/trails.ts';
import { CourseAnswers } from './course-answers.tsx';
import { EnrolSection } from './enrol-section.tsx';
import { Syllabus } from './syllabus.tsx';

export default function CoursePage({ content }: { content: CourseContent }) {
  const { roadmap, syllabus, exam, comparison, questions } = content;
  return (
    <>
      <Trail above={trailAbove(content.path)} here={content.name} />
      <Opening
        tag={content.tag}
        title={content.title}
        lead={content.lead}
        acts={[
          { to: '#apply', label: 'Apply now' },
          { to: '#syllabus', label: 'See the syllabus' },
        ]}
        aside={<CourseAnswers content={content} />}
      />
      <FactStrip facts={content.facts} />
      <Band
        id="roadmap"
        title={roadmap.title}
        intro={roadmap.intro}
        ground="sunken"
        heading="beside"
      >
        <Steps steps={roadmap.steps} />
      </Band>
      <Band id="syllabus" title={syllabus.title} intro={syllabus.intro}>
        <Syllabus parts={syllabus.parts} />
      </Band>
      <Band id="exam" title={exam.title} intro={exam.intro} ground="slab" heading="beside">
        <Ledger lines={exam.lines} />
      </Band>
      <Band id="compare" title={comparison.title}>
        <RuledTable {...comparison} />
      </Band>
      <EnrolSection content={content} />
      <Band id="questions" title="Questions people ask" ground="sunken" heading="beside">
        <Accordion name="questions" items={questions} />
      </Band>
    </>
  );
}
