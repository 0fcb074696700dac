/** What an administrator without a second factor sees where one is required: nothing else works until then. */

import { updateUser, useUser } from '#web/shared/session.ts';
import { Page } from '#web/ui/page.tsx';
import { SetUp } from './set-up.tsx';

export function MustSetUp() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page
      title="Set up a second factor"
      intro="This site asks its administrators to set one up before anything else."
      width="form"
    >
      <SetUp onDone={() => updateUser({ ...user, mustSetSecondFactor: false })} />
    </Page>
  );
}
