/**
 * What is pasted: headings come on the two levels that a description has, and what word processors say by style alone
 * (bold, italic, struck out, and that their wrapper isn't bold) is read from it, though the page's policy lets no
 * style attribute be parsed: it is parsed under another name and then set as a style.
 */
import { DOMParser, type ParseOptions } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import { renamedTags } from '#contract/wire/markup.ts';

const HELD = 'data-pasted-style';

/** One tag; a `<` ends it, so that text which only looks like one is looked at once. */
const TAG = /<\/?[a-z][^<>]*>/gi;

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

export const pastedMarkup = Extension.create({
  name: 'pastedMarkup',
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    const clipboardParser = new PastedParser(schema, DOMParser.fromSchema(schema).rules);
    return [new Plugin({ props: { transformPastedHTML: tamePasted, clipboardParser } })];
  },
});
