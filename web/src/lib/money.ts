/** Money as readers in India expect it. */
const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

const inFull = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
});

/** Rupees in Indian grouping with up to two decimals: `₹1,00,000`; a dash when missing. */
export function formatRupees(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '—' : rupees.format(amount);
}

/** Rupees with both decimals, as a bill writes them: `₹1,000.00`. */
export function formatRupeesInFull(amount: number): string {
  return inFull.format(amount);
}
