/** A participant's documents as links: the label is the file's name. */

export interface DocumentLink {
  label: string;
  /** Whole, so that it also works from an exported workbook. */
  href: string;
}

/** @param origin such as `https://nipunatalent.example` */
export function documentLinks(docs: readonly string[], origin: string): DocumentLink[] {
  return docs.map((path) => {
    const url = new URL(path, `${origin}/`);
    const last = url.pathname.split('/').at(-1) ?? '';
    return { label: decodeName(last), href: url.href };
  });
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
