// An exam's description as it may be stored: a few tags, no attribute but a link's address, nothing that
// could run, load or restyle anything, whatever was sent. Screens look at it once more when they show it.
import sanitizeHtml from 'sanitize-html';
import { droppedTags, linkAddress, markupTags, renamedTags } from '#contract/markup.ts';

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

/** What an editor leaves below the last line. */
const EMPTY_END = /(?:<p>(?:\s|&nbsp;|<br \/>)*<\/p>\s*)+$/;

/** @returns clean markup; empty where nothing is left to read. Cleaning again changes nothing. */
export function cleanDescription(markup: string): string {
  const clean = sanitizeHtml(markup, rules).trim().replace(EMPTY_END, '');
  const text = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
  return text.trim() === '' ? '' : clean;
}
