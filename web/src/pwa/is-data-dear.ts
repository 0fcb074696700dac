/** What could wait isn't fetched where data is dear or the network slow. */

/** In no standard yet, so the DOM's types don't know it; Chrome and its kin have it. */
declare global {
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** The person asked to save data, or each kilobyte takes its time. */
export function isDataDear(): boolean {
  const { connection } = navigator;
  return Boolean(connection?.saveData) || /2g$/.test(connection?.effectiveType ?? '');
}
