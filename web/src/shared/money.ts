/** Money as readers in India expect it. */
const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

const inFull = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
});

/** Rupees in Indian grouping, paise only where there are any: `₹1,00,000`, `₹1,234.50`; a dash when missing. */
export function formatRupees(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '—' : rupees.format(amount);
}

/** Rupees with both decimals, as on a bill: `₹1,000.00`. */
export function formatRupeesInFull(amount: number): string {
  return inFull.format(amount);
}
