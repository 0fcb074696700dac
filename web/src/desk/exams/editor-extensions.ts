/**
 * What an editor of descriptions knows: the tags that the server keeps, so that opening and saving a
 * description loses nothing of it.
 */
import { TableKit } from '@tiptap/extension-table';
import { DOMParser } from '@tiptap/pm/model';
import { type Extensions, getSchema, type JSONContent, Mark } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';

import { linkAddress } from '#contract/wire/markup.ts';
import { parseMarkup } from '#web/shared/parse-markup.ts';
import { pastedMarkup } from './pasted-markup.ts';

const raised = (name: string, tag: 'sub' | 'sup') =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });

/** Tab leaves a table as it leaves anything else; the arrows move in it. */
const stillTables = TableKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((part) =>
      part.name === 'table' ? part.extend({ addKeyboardShortcuts: () => ({}) }) : part,
    );
  },
});

export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => linkAddress.test(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  stillTables.configure({ table: { resizable: false } }),
  raised('subscript', 'sub'),
  raised('superscript', 'sup'),
  pastedMarkup,
];

/** A description as the editor takes it: parsed by us, since the page's policy lets no library make HTML of text. */
export function toContent(markup: string): JSONContent {
  return DOMParser.fromSchema(getSchema(extensions)).parse(parseMarkup(markup).body).toJSON();
}

/** What someone means by an address: without a scheme it is a mailbox or a site. Null for anything else. */
export function toAddress(typed: string): string | null {
  const address = typed.trim();
  if (linkAddress.test(address)) return address;
  if (/^[^\s@/:]+@(?:[^\s@/:.]+\.)+[^\s@/:.]+$/.test(address)) return `mailto:${address}`;
  return /^(?:[^\s/?#:@.]+\.)+[^\s/?#:@.]{2,}(?:[/?#]\S*)?$/.test(address)
    ? `https://${address}`
    : null;
}
