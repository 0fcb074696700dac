/** What the public sees of the list now, and where. */
import { Link } from 'react-router-dom';
import type { MeritList } from '#contract/desk/merit.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { filePath, ownRankPath } from '#web/shared/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface PublishedProps {
  merit: MeritList;
  onWithdraw: () => void;
}

export function Published({ merit: { examId, published }, onWithdraw }: PublishedProps) {
  if (!published)
    return (
      <p>
        <strong>Not published</strong>: nobody outside the office sees this list.
      </p>
    );
  return (
    <Notice
      tone={published.outdated ? 'warn' : 'success'}
      title={published.outdated ? 'Published, and outdated since' : 'Published, as it stands now'}
    >
      {published.outdated && (
        <p>
          Scores, rules or categories have changed since. The public sees the old list until you
          publish a new one.
        </p>
      )}
      <p>
        {formatCount(published.people, 'candidate')}, since {formatDateTime(published.publishedAt)}.{' '}
        {published.pdf ? (
          <a href={filePath(published.pdf)} target="_blank" rel="noopener">
            The PDF
          </a>
        ) : (
          'The result PDF of this exam is another one now.'
        )}
      </p>
      <p>
        <Link to={ownRankPath(examId)}>The page where candidates find their rank</Link>
      </p>
      <p>
        <Button onClick={onWithdraw}>Withdraw</Button>
      </p>
    </Notice>
  );
}
