// What a tax invoice says. Pure. Prices include GST, so the tax is taken out of the total; every amount is
// integer paise, and taxable value and taxes always add up to the total exactly.

import type { Brand } from '#contract/desk/settings.ts';
import type { InvoiceBody } from '#contract/site/payments.ts';
import { brand } from '#web/brand.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';
import { findState, stateOf } from './gst-states.ts';

/** The one place for the tax on what is sold here: 18 %, commercial training and examination services. */
const GST = { rate: 1_800, sac: '999293' } as const;

const WHOLE = 10_000; // a rate of 100 %

/** GST goes half to the centre and half to the state when both sides are in one state, else whole to the centre. */
export function taxInside(
  totalPaise: number,
  withinState: boolean,
): Pick<InvoiceBody, 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise'> {
  // The two halves are equal to the paisa; what doesn't divide stays in the taxable value.
  const part = (rate: number) => Math.round((totalPaise * rate) / (WHOLE + GST.rate));
  const half = withinState ? part(GST.rate / 2) : 0;
  const igstPaise = withinState ? 0 : part(GST.rate);
  const taxablePaise = totalPaise - 2 * half - igstPaise;
  return { taxablePaise, cgstPaise: half, sgstPaise: half, igstPaise };
}

export type Sale = {
  recipient: InvoiceBody['recipient'];
  description: string;
  totalPaise: number;
};

/** A recipient without a known state is supplied where the supplier is (IGST Act, section 12). */
export function invoiceBody(supplier: Brand, sale: Sale): InvoiceBody {
  const { recipient, description, totalPaise } = sale;
  const home = stateOf(supplier.state);
  const place = findState(recipient.state) ?? home;
  return {
    supplier: {
      name: supplier.name,
      address: supplier.address.join(', '),
      gstin: supplier.gstin,
      state: `${home.name} (${home.code})`,
    },
    recipient,
    description,
    sac: GST.sac,
    totalPaise,
    ...taxInside(totalPaise, place.code === home.code),
    gstRate: GST.rate,
    placeOfSupply: `${place.name} (${place.code})`,
  };
}

const APRIL = 3;

/** The financial year of a moment, April to March in India: `2026-27`. */
export function financialYearOf(now: number): string {
  const india = new Date(now + INDIA_AHEAD_MS);
  const first = india.getUTCFullYear() - (india.getUTCMonth() < APRIL ? 1 : 0);
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

const LONGEST_NUMBER = 16; // rule 46

/** `NT/26-27/000123` */
export function invoiceNumber(financialYear: string, serial: number): string {
  const number = `${brand.invoicePrefix}/${financialYear.slice(2)}/${String(serial).padStart(6, '0')}`;
  if (number.length > LONGEST_NUMBER) throw new Error(`Invoice number ${number} is too long`);
  return number;
}
