/**
 * Markup as a document that is never shown: nothing in it runs, loads or is drawn. With Trusted Types this is the one
 * place of ours where text becomes HTML; what is shown of it is built anew from the tags that are known.
 */

declare global {
  interface DOMParser {
    parseFromString(markup: string | TrustedHTML, type: DOMParserSupportedType): Document;
  }
}

const policy = globalThis.window?.trustedTypes?.createPolicy('pariksha-markup', {
  createHTML: (markup) => markup,
});

export function parseMarkup(markup: string): Document {
  return new DOMParser().parseFromString(policy?.createHTML(markup) ?? markup, 'text/html');
}
