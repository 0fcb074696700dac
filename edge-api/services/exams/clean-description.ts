// An exam's description as it may be stored: a few tags, no attribute but a link's address, nothing that
// could run, load or restyle anything, whatever was sent. Screens look at it once more when they show it.
import sanitizeHtml from 'sanitize-html';
import { droppedTags, linkAddress, markupTags, renamedTags } from '#contract/wire/markup.ts';

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...markupTags.filter((tag) => tag !== 'b' && tag !== 'i'), 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: droppedTags,
  transformTags: {
    ...renamedTags,
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
  },
  // A link that leads nowhere is text.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && !linkAddress.test(attribs.href ?? '') && 'excludeTag',
};

const EMPTY_LINE = /^<p>(?:\s|&nbsp;|<br \/>)*<\/p>$/;

/** Without what an editor leaves below the last line. */
function withoutEmptyEnd(markup: string): string {
  let rest = markup.trim();
  for (;;) {
    const last = rest.lastIndexOf('<p>');
    if (last === -1 || !EMPTY_LINE.test(rest.slice(last))) return rest;
    rest = rest.slice(0, last).trimEnd();
  }
}

/** @returns clean markup; empty where nothing is left to read. Cleaning again changes nothing. */
export function cleanDescription(markup: string): string {
  const clean = withoutEmptyEnd(sanitizeHtml(markup, rules));
  const text = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
  return text.trim() === '' ? '' : clean;
}
