import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { syncMachine } from '#machines/sync/sync.machine.ts';
import LiveDocuments from './live-documents.tsx';

it('says of no page that only another phone has it before this phone’s pages have been read', () => {
  // The task is empty here.
  const parseFromString = () => ({ body: { childNodes: [] } });
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = parseFromString;
    },
  );
  const html = renderToStaticMarkup(
    <LiveDocuments
      sittingId="s1"
      task=""
      documents={['a'.repeat(64)]}
      readOnly={false}
      onOrder={() => {}}
      sync={createActor(syncMachine)}
    />,
  );
  expect(html).toContain('Page 1');
  expect(html).not.toContain('other phone');
});
