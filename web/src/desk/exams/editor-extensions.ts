/**
 * The markup that the editor of descriptions supports: all tags that the server keeps, so that opening and saving a
 * description loses nothing.
 */
import { TableKit } from '@tiptap/extension-table';
import { DOMParser, type ParseOptions } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Extension, type Extensions, getSchema, type JSONContent, Mark } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { linkAddress, renamedTags } from '#contract/wire/markup.ts';
import { parseMarkup } from '#web/shared/exam/rich-text.tsx';

const raised = (name: string, tag: 'sub' | 'sup') =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });

/** Tables without keyboard shortcuts of their own: Tab leaves a table like any other text, and the arrow keys move in it. */
const stillTables = TableKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((part) =>
      part.name === 'table' ? part.extend({ addKeyboardShortcuts: () => ({}) }) : part,
    );
  },
});

const HELD = 'data-pasted-style';

/** One tag. A `<` ends the match, so that text which only looks like a tag is scanned only once. */
const TAG = /<\/?[a-z][^<>]*>/gi;

/**
 * Prepares pasted HTML for parsing. Headings get one of the two levels that a description has. Word processors mark bold,
 * italic and struck-out text, and that their wrapper isn't bold, by `style` attributes alone. The page's Content Security
 * Policy blocks parsing those, so they are parsed under another name, and PastedParser then sets them as styles.
 */
export function tamePasted(html: string): string {
  return html.replace(TAG, (tag) =>
    tag
      .replace(/^(<\/?)(h[1256])\b/i, (_, open: string, name: string) => {
        return `${open}${renamedTags[name.toLowerCase()]}`;
      })
      .replace(/(\s)style(?=\s*=)/gi, `$1${HELD}`),
  );
}

class PastedParser extends DOMParser {
  override parseSlice(pasted: HTMLElement, options?: ParseOptions) {
    for (const element of pasted.querySelectorAll<HTMLElement>(`[${HELD}]`))
      element.style.cssText = element.getAttribute(HELD) ?? '';
    return super.parseSlice(pasted, options);
  }
}

const pastedMarkup = Extension.create({
  name: 'pastedMarkup',
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    const clipboardParser = new PastedParser(schema, DOMParser.fromSchema(schema).rules);
    return [new Plugin({ props: { transformPastedHTML: tamePasted, clipboardParser } })];
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

/** A description as the editor takes it. We parse it ourselves, because the page's policy lets no library turn text into HTML. */
export function toContent(markup: string): JSONContent {
  return DOMParser.fromSchema(getSchema(extensions)).parse(parseMarkup(markup).body).toJSON();
}

/** The link that a typed address means: without a scheme, an email address or a website. @returns null for anything else */
export function toAddress(typed: string): string | null {
  const address = typed.trim();
  if (linkAddress.test(address)) return address;
  if (/^[^\s@/:]+@(?:[^\s@/:.]+\.)+[^\s@/:.]+$/.test(address)) return `mailto:${address}`;
  return /^(?:[^\s/?#:@.]+\.)+[^\s/?#:@.]{2,}(?:[/?#]\S*)?$/.test(address)
    ? `https://${address}`
    : null;
}
