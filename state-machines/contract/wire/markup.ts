// The markup that an exam's description may hold: what the server keeps and what screens show.

/** Every other tag is removed and its text kept. */
export const markupTags =
  'p br strong em b i u s sub sup ul ol li blockquote h3 h4 code pre table thead tbody tr th td'.split(
    ' ',
  );

/** The page has headings above these; a description starts below them. */
export const renamedTags: Readonly<Record<string, string>> = {
  h1: 'h3',
  h2: 'h3',
  h5: 'h4',
  h6: 'h4',
};

/** Tags removed with their content, none of which was meant to be read. */
export const droppedTags =
  'script style template iframe object noscript svg math title textarea select option xmp'.split(
    ' ',
  );

/** The only links allowed: another site, a mailbox, a telephone. */
export const linkAddress = /^(?:https?:\/\/|mailto:|tel:)/i;
