/** Partners: the apprenticeship scheme, the industry association, the quality certification; and how to become one. */

import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { DotPicture } from '#web/site/parts/dot-picture.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { RuledList } from '#web/site/parts/ruled-list.tsx';
import { Alliances } from './alliances.tsx';
import { Closing } from './closing.tsx';
import { becomePartner } from './content/partners.ts';
import { PartnerStrip } from './partner-strip.tsx';

/** A seal. */
const picture = ['··xxx··', '·x···x·', 'x··x··x', 'x·x*x·x', 'x··x··x', '·x···x·', '··xxx··'];

export const description =
  'The apprenticeship scheme, the industry association and the quality certification behind our exams, and how to become a partner.';

export default function PartnersPage() {
  return (
    <>
      <Hero
        tag="Partners"
        title="A certificate is worth what stands behind it"
        lead="An apprenticeship scheme, an industry association and a quality certificate stand behind ours. Companies hire by it."
        acts={[{ to: '#become', label: 'Become a partner' }]}
        picture={<DotPicture rows={picture} />}
      />
      <PartnerStrip />
      <Band id="alliances" title="Three kinds of partners">
        <Alliances />
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
