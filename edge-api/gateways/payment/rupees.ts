/** Money between the house (integer paise) and the gateway's wire (rupees); exact, or null. */

/** 49900 → '499.00'. Throws a RangeError for anything but a positive, safe integer. */
export function rupeesFromPaise(paise: number): string {
  if (!Number.isSafeInteger(paise) || paise <= 0) {
    throw new RangeError('An amount to pay must be a positive whole number of paise.');
  }
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
}

/** 499, 499.5, '499.50' → paise. null for what is negative, finer than a paisa, or no amount at all. */
export function paiseFromRupees(rupees: number | string | null | undefined): number | null {
  // A number goes by its shortest decimal form, so that 1.15 * 100 never becomes 114.99999999999999.
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(rupees ?? ''));
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
