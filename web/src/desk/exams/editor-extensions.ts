/**
 * What an editor of descriptions knows: the tags that the server keeps, so that opening and saving a
 * description loses nothing of it.
 */
import { TableKit } from '@tiptap/extension-table';
import { type Extensions, Mark } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { linkAddress, renamedTags } from '#contract/wire/markup.ts';

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
];

/** Headings of a pasted page, on the two levels that a description has. */
export function knownHeadings(html: string): string {
  return html.replace(
    /<(\/?)(h[1256])\b/gi,
    (_, slash: string, tag: string) => `<${slash}${renamedTags[tag.toLowerCase()]}`,
  );
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
