import { LinkButton } from '#web/components/ui/link-button.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { EmptyState } from '#web/components/ui/state-panel.tsx';
import { paths } from '#web/lib/paths.ts';

export default function NotFoundRoute() {
  return (
    <>
      <PageMeta title="Page not found" description="There is no page at this address." />
      <Page title="Page not found" width="text">
        <EmptyState icon="info" title="There is no page at this address">
          <p>It may have moved, or a letter is missing. These may be what you look for:</p>
          <LinkButton to={paths.onlineAssessment} variant="primary">
            Online assessment
          </LinkButton>
          <LinkButton to={paths.signIn}>Sign in</LinkButton>
          <LinkButton to={paths.home} variant="quiet">
            Home page
          </LinkButton>
        </EmptyState>
      </Page>
    </>
  );
}
