// The little markup that an exam's description may hold: what the server keeps and what screens show.

/** Everything else loses its tag and keeps its text. */
export const markupTags =
  'p br strong em b i u s sub sup ul ol li blockquote h3 h4 code pre table thead tbody tr th td'.split(
    ' ',
  );

/** A page has headings above these; a description begins below them. */
export const renamedTags: Readonly<Record<string, string>> = {
  h1: 'h3',
  h2: 'h3',
  h5: 'h4',
  h6: 'h4',
};

/** Tags that go with all that stands in them: none of it was meant to be read. */
export const droppedTags =
  'script style template iframe object noscript svg math title textarea select option xmp'.split(
    ' ',
  );

/** The only addresses a link may have: of another site, of a mailbox, of a telephone. */
export const linkAddress = /^(?:https?:\/\/|mailto:|tel:)/i;
