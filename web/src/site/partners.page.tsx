/** Partners: the apprenticeship scheme, the industry association, the quality certification; and how to become one. */

import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { KeptWhole } from '#web/site/parts/kept-whole.tsx';
import { Opening } from '#web/site/parts/opening.tsx';
import { RuledList } from '#web/site/parts/ruled-list.tsx';
import styles from './alliances.module.css';
import { Closing } from './closing.tsx';
import { partnerMarks } from './content/partner-marks.ts';
import { alliances, becomePartner } from './content/partners.ts';
import { PartnerGrid } from './partner-grid.tsx';

export const description =
  'The apprenticeship scheme, the industry association and the quality certification behind our exams, and how to become a partner.';

export default function PartnersPage() {
  return (
    <>
      <Opening
        tag="Partners"
        title="Who certifies us, by number"
        lead="An apprenticeship scheme, an industry association and a quality certificate: each with its number, so that you can check it."
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
        text="A few lines are enough. A person answers within 24 hours."
        act={{ to: `${paths.home}#contact`, label: 'Write to us' }}
      />
    </>
  );
}

/** Who stands behind a certificate, as entries of a register: what it is, what it means, by what number to ask there. */
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
