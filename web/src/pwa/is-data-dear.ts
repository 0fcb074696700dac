/** Whether data is expensive or the network slow: then what could wait isn't fetched. */

/** Not in a standard yet, so missing from the DOM's types; Chrome and related browsers have it. */
declare global {
  interface Navigator {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** True when the person asked to save data, or the network is 2G. */
export function isDataDear(): boolean {
  const { connection } = navigator;
  return Boolean(connection?.saveData) || /2g$/.test(connection?.effectiveType ?? '');
}
