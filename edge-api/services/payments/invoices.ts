// Issues the tax invoice of a paid order: numbered without gaps within the financial year (GST rule 46), one per order, and frozen as
// it is on that day.
import { eq, sql } from 'drizzle-orm';
import { readSetting } from '#api/services/settings/settings.ts';
import type { Brand } from '#contract/desk/settings.ts';
import type { InvoiceBody } from '#contract/site/payments.ts';
import type { states } from '#contract/site/registration.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { applications, invoiceCounters, invoices, type orders } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { brand } from '#web/brand.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';

type PaidOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'amountPaise' | 'enrolmentId' | 'applicationId'
>;

/**
 * Call this in the transaction that makes the order a success, as its last lock: other transactions that need a number wait until this
 * number is used or rolled back.
 * @returns the invoice number; null when nothing was sold for money
 */
export async function issueInvoice(tx: Orm, now: number, order: PaidOrder): Promise<string | null> {
  if (order.amountPaise === 0) return null;
  const { value: supplier } = await readSetting(tx, 'brand');
  const sale = { ...(await saleOf(tx, order)), totalPaise: order.amountPaise };
  const body = invoiceBody(supplier, sale);
  const financialYear = financialYearOf(now);
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ financialYear, last: 1 })
    .onConflictDoUpdate({
      target: invoiceCounters.financialYear,
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning({ serial: invoiceCounters.last });
  if (!counter) throw new Error('The invoice counter gave no number');
  const number = invoiceNumber(
    supplier.invoicePrefix ?? brand.invoicePrefix,
    financialYear,
    counter.serial,
  );
  await tx.insert(invoices).values({
    orderId: order.orderId,
    financialYear,
    serial: counter.serial,
    number,
    issuedAt: new Date(now),
    body,
  });
  return number;
}

async function saleOf(tx: Orm, order: PaidOrder): Promise<Omit<Sale, 'totalPaise'>> {
  if (order.enrolmentId !== null) {
    const [bought] = await tx
      .select({ user: users, exam: exams.name })
      .from(enrolments)
      .innerJoin(users, eq(users.uid, enrolments.uid))
      .innerJoin(exams, eq(exams.id, enrolments.examId))
      .where(eq(enrolments.id, order.enrolmentId));
    if (bought) {
      const { fullName, address, city, state } = bought.user;
      return {
        recipient: { name: fullName, address: [address, city].filter(Boolean).join(', '), state },
        description: `Exam fee: ${bought.exam}`,
      };
    }
  }
  if (order.applicationId !== null) {
    const [application] = await tx
      .select()
      .from(applications)
      .where(eq(applications.id, order.applicationId));
    if (application)
      return {
        recipient: { name: application.name, address: '', state: '' },
        description: `Course application: ${application.course}`,
      };
  }
  throw new Error(`Order ${order.orderId} pays for nothing`);
}

// What a tax invoice says. Pure. Prices include GST, so the tax is taken out of the total. Every amount is in integer paise,
// and taxable value and taxes always add up to the total exactly.

/** The tax on everything sold here: 18 %, for commercial training and examination services. The only place that names it. */
const GST = { rate: 1_800, sac: '999293' } as const;

const WHOLE = 10_000; // a rate of 100 %, as `GST.rate` counts

/** Within one state, half the GST goes to the centre (CGST) and half to the state (SGST); otherwise all of it is IGST. */
export function taxInside(
  totalPaise: number,
  withinState: boolean,
): Pick<InvoiceBody, 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise'> {
  // The two halves are equal to the paisa; a remainder stays in the taxable value.
  const part = (rate: number) => Math.round((totalPaise * rate) / (WHOLE + GST.rate));
  const half = withinState ? part(GST.rate / 2) : 0;
  const igstPaise = withinState ? 0 : part(GST.rate);
  const taxablePaise = totalPaise - 2 * half - igstPaise;
  return { taxablePaise, cgstPaise: half, sgstPaise: half, igstPaise };
}

type Sale = {
  recipient: InvoiceBody['recipient'];
  description: string;
  totalPaise: number;
};

/** When the recipient's state is unknown, the place of supply is the supplier's state (IGST Act, section 12). */
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

const LONGEST_NUMBER = 16; // GST rule 46

/** `NT/26-27/000123` */
export function invoiceNumber(prefix: string, financialYear: string, serial: number): string {
  const number = `${prefix}/${financialYear.slice(2)}/${String(serial).padStart(6, '0')}`;
  if (number.length > LONGEST_NUMBER) throw new Error(`Invoice number ${number} is too long`);
  return number;
}

// The states of India with their GST codes, which an invoice needs for the place of supply (GST rule 46).

type State = (typeof states)[number];

const codes: Readonly<Record<State, string>> = {
  'Andaman and Nicobar Islands': '35',
  'Andhra Pradesh': '37',
  'Arunachal Pradesh': '12',
  Assam: '18',
  Bihar: '10',
  Chandigarh: '04',
  Chhattisgarh: '22',
  // These two have been one territory since 2020, but the registration form still lists both.
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

/** Null when the text isn't a state's name. The server doesn't enforce the form's choice. */
export function findState(text: string): GstState | null {
  return known.get(text.trim().toLowerCase()) ?? null;
}
