/**
 * Markup that an administrator wrote, shown without ever becoming HTML: it is parsed into an inert
 * document and rebuilt as React elements from the few listed tags. No attribute survives but the
 * address of a web link, so nothing in it can run, load or restyle anything.
 */
import { createElement, Fragment, type ReactNode } from 'react';
import styles from './rich-text.module.css';

const allowed = new Set(
  'p br b strong i em u s sub sup ul ol li blockquote h3 h4 code pre table thead tbody tr th td'.split(
    ' ',
  ),
);
const renamed: Record<string, string> = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' };
const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'noscript',
  'svg',
  'math',
]);

function rebuild(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (dropped.has(tag)) return null;
  if (tag === 'br') return <br key={key} />;
  const children = [...node.childNodes].map(rebuild);
  if (tag === 'a' && /^https?:\/\//i.test(node.getAttribute('href') ?? '')) {
    return (
      <a key={key} href={node.getAttribute('href') ?? ''} rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  const name = renamed[tag] ?? tag;
  return createElement(allowed.has(name) ? name : Fragment, { key }, ...children);
}

export function RichText({ markup }: { markup: string }) {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  return <div className={styles.text}>{[...body.childNodes].map(rebuild)}</div>;
}
