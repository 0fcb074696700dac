/**
 * Shows markup that an administrator wrote, without ever turning it into HTML on the page: it is parsed into an inert
 * document and rebuilt as React elements from the few listed tags. No attribute survives except the address of a link,
 * so nothing in it can run, load or restyle anything.
 */
import { createElement, Fragment, type ReactNode } from 'react';
import { droppedTags, linkAddress, markupTags, renamedTags } from '#contract/wire/markup.ts';
import styles from './rich-text.module.css';

function rebuild(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (droppedTags.includes(tag)) return null;
  if (tag === 'br') return <br key={key} />;
  const children = [...node.childNodes].map(rebuild);
  const address = node.getAttribute('href') ?? '';
  if (tag === 'a' && linkAddress.test(address)) {
    return (
      <a key={key} href={address} rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  const name = renamedTags[tag] ?? tag;
  return createElement(markupTags.includes(name) ? name : Fragment, { key }, ...children);
}

export function RichText({ markup }: { markup: string }) {
  const { body } = parseMarkup(markup);
  return <div className={styles.text}>{[...body.childNodes].map(rebuild)}</div>;
}

/**
 * Parses markup into a document that is never shown: nothing in it runs, loads or is drawn. With Trusted Types, this is
 * the one place in our code where text becomes HTML; what is shown is rebuilt from the known tags.
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
