// What a tax invoice says. Pure. Prices include GST, so the tax is taken out of the total; every amount is
// integer paise, and taxable value and taxes always add up to the total exactly.
import type { Brand } from '#contract/desk/settings.ts';
import type { InvoiceBody } from '#contract/site/payments.ts';
import type { states } from '#contract/wire/users.ts';
import { brand } from '#web/brand.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';

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

// The states of India with their GST codes, which an invoice names the place of supply by (rule 46).

type State = (typeof states)[number];

const codes: Readonly<Record<State, string>> = {
  'Andaman and Nicobar Islands': '35',
  'Andhra Pradesh': '37',
  'Arunachal Pradesh': '12',
  Assam: '18',
  Bihar: '10',
  Chandigarh: '04',
  Chhattisgarh: '22',
  // One territory since 2020; the registration form still names its two parts.
  'Dadra and Nagar Haveli': '26',
  'Daman and Diu': '26',
  Delhi: '07',
  Goa: '30',
  Gujarat: '24',
  Haryana: '06',
  'Himachal Pradesh': '02',
  'Jammu and Kashmir': '01',
  Jharkhand: '20',
  Karnataka: '29',
  Kerala: '32',
  Ladakh: '38',
  Lakshadweep: '31',
  'Madhya Pradesh': '23',
  Maharashtra: '27',
  Manipur: '14',
  Meghalaya: '17',
  Mizoram: '15',
  Nagaland: '13',
  Odisha: '21',
  Puducherry: '34',
  Punjab: '03',
  Rajasthan: '08',
  Sikkim: '11',
  'Tamil Nadu': '33',
  Telangana: '36',
  Tripura: '16',
  'Uttar Pradesh': '09',
  Uttarakhand: '05',
  'West Bengal': '19',
};

const known = new Map(
  Object.entries(codes).map(([name, code]) => [name.toLowerCase(), { name, code }]),
);

type GstState = { name: string; code: string };

function stateOf(name: State): GstState {
  return { name, code: codes[name] };
}

/** Null for text that is no state's name: the form's choice is not enforced on the wire. */
export function findState(text: string): GstState | null {
  return known.get(text.trim().toLowerCase()) ?? null;
}
