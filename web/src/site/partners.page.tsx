/** Partners: the apprenticeship scheme, the industry association, the quality certification; and how to become one. */
import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { KeptWhole } from '#web/site/parts/kept-whole.tsx';
import { Opening } from '#web/site/parts/opening.tsx';
import styles from './alliances.module.css';
import { Closing } from './closing.tsx';
import { partnerMarks } from './content/partner-marks.ts';
import { PartnerGrid } from './partner-grid.tsx';
import { RuledList } from './parts/ruled-table.tsx';

/**
 * The organisations that the provider works with: the number by which each knows it, and what that means. All of it
 * belongs to the sample brand, except the links.
 */
const alliances = [
  {
    title: 'Apprenticeship scheme',
    text: 'Companies take on learners for a fixed period and pay them a stipend. We teach the classroom part.',
    proof: 'National Apprenticeship Promotion Scheme, third party aggregator no. TPA-36-0417',
    link: { to: 'https://www.apprenticeshipindia.gov.in', label: 'apprenticeshipindia.gov.in' },
  },
  {
    title: 'Industry association',
    text: 'Member companies tell us which skills they’re looking for, and we keep our exams up to date.',
    proof: 'Deccan Staffing Forum, member no. 214 since 2019',
  },
  {
    title: 'Quality certification',
    text: 'We set, run and mark exams under a certified system, and record every change to an exam.',
    proof: 'ISO 9001:2015, certificate no. QM-40217',
  },
];

const becomePartner = [
  {
    title: 'Colleges',
    text: 'Hold an assessment day for your final-year students. They take the exam on their own phones, in your hall.',
  },
  {
    title: 'Training centres',
    text: 'Teach part of our training close to where candidates live.',
  },
  {
    title: 'Companies',
    text: 'Take on apprentices, share a real piece of your work as homework, or hold interview days with us.',
  },
] as const;

export const description =
  'The apprenticeship scheme, the industry association and the quality certification behind our exams, and how to become a partner.';

export default function PartnersPage() {
  return (
    <>
      <Opening
        tag="Partners"
        title="Who certifies us, by number"
        lead="An apprenticeship scheme, an industry association and a quality certificate, each with a number you can check."
        acts={[{ to: '#become', label: 'Become a partner' }]}
        aside={<Alliances />}
      />
      <Band
        id="companies"
        title="Companies that hire with us"
        intro={`${partnerMarks.length} companies, from mills to media.`}
      >
        <PartnerGrid />
      </Band>
      <Band id="become" title="Work with us" ground="sunken" heading="beside">
        <RuledList points={becomePartner} />
      </Band>
      <Closing
        title="Shall we talk?"
        ask="Tell us who you are"
        text="A few lines are enough. A real person will reply within 24 hours."
        act={{ to: `${paths.home}#contact`, label: 'Write to us' }}
      />
    </>
  );
}

/** The alliances as entries of a register: what each is, what it means, and the number to ask for there. */
function Alliances() {
  return (
    <ul className={styles.alliances}>
      {alliances.map(({ title, text, proof, link }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <p className={styles.proof}>
            <KeptWhole text={proof} />
            {link && (
              <>
                {', '}
                <a href={link.to} rel="noopener">
                  {link.label}
                </a>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
