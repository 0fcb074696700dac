/** Services: about the provider, what it does, and its virtual professionals. */
import { paths } from '#web/shared/paths.ts';
import { Band, Columns } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { DotPicture } from '#web/site/parts/picture.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Closing } from './closing.tsx';
import { provider, services, virtualProfessionals } from './content/services.ts';
import { RuledList } from './parts/ruled-table.tsx';

/** Eight rows, eight services. */
const picture = ['xxxxx·', 'xxx···', 'xxxx*·', 'xx····', 'xxx···', 'xxxx··', 'xxxxx·', 'xx····'];

export const description =
  'Recruitment, staffing, virtual assistants, IT, automation, accounting, BPO and AMC from one company in Hyderabad.';

export default function ServicesPage() {
  const { title, intro, steps } = virtualProfessionals;
  return (
    <>
      <Hero
        tag="Services"
        title="People, and the work around them"
        lead="Recruitment, staffing, virtual assistants, IT, automation, accounting, BPO and AMC. One company in Hyderabad, and one person to call."
        acts={[
          { to: paths.startHiring, label: 'Start hiring' },
          { to: '#virtual', label: 'Virtual professionals' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band id="provider" title="About us">
        <Columns parts={provider} />
      </Band>
      <Band
        id="services"
        title="What we do for companies"
        intro="Take one service or several. Each one stands on its own."
        ground="sunken"
        heading="beside"
        act={<LinkButton to={paths.forCompanies}>See them as a company</LinkButton>}
      >
        <RuledList points={services} />
      </Band>
      <Band id="virtual" title={title} intro={intro} heading="beside">
        <Steps steps={steps} />
      </Band>
      <Closing
        title="Not sure which one?"
        ask="Tell us what’s taking up your time"
        text="We’ll tell you which service fits, or if none does. You’ll hear from us within 24 hours."
        act={{ to: paths.startHiring, label: 'Write to us' }}
      />
    </>
  );
}
