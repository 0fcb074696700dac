import { expect, test } from 'vitest';
import { states } from '#contract/site/registration.ts';
import { brand } from '#web/brand.ts';
import { financialYearOf, findState, invoiceBody, invoiceNumber, taxInside } from './invoices.ts';

const supplier = { ...brand, address: [...brand.address] };
const at = (text: string) => Date.parse(text);
const recipient = { name: 'Asha Rao', address: 'Hyderabad', state: 'Telangana' };

test('the tax is taken out of the price, to the paisa', () => {
  expect(taxInside(50_000, true)).toEqual({
    taxablePaise: 42_372,
    cgstPaise: 3_814,
    sgstPaise: 3_814,
    igstPaise: 0,
  });
  expect(taxInside(50_000, false)).toEqual({
    taxablePaise: 42_373,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 7_627,
  });
});

test('taxable value and taxes always add up to the price, and the tax is within a paisa of 18 %', () => {
  for (let total = 1; total < 20_000; total += 7) {
    for (const within of [true, false]) {
      const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = taxInside(total, within);
      expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(total);
      expect(cgstPaise).toBe(sgstPaise);
      expect(Math.abs(cgstPaise + sgstPaise + igstPaise - (total * 18) / 118)).toBeLessThanOrEqual(
        1,
      );
    }
  }
});

test('the tax is CGST and SGST within the supplier’s state, IGST in another; an unknown state counts as the supplier’s', () => {
  const sold = (state: string) =>
    invoiceBody(supplier, {
      recipient: { ...recipient, state },
      description: 'x',
      totalPaise: 50_000,
    });
  expect(sold(' telangana ')).toMatchObject({ igstPaise: 0, placeOfSupply: 'Telangana (36)' });
  expect(sold('Karnataka')).toMatchObject({ cgstPaise: 0, placeOfSupply: 'Karnataka (29)' });
  expect(sold('')).toMatchObject({ igstPaise: 0, placeOfSupply: 'Telangana (36)' });
});

test('every state of the registration form has its GST code', () => {
  expect(states.filter((state) => findState(state) === null)).toEqual([]);
});

test.each([
  ['2026-03-31T18:29:59.999Z', '2025-26'],
  ['2026-03-31T18:30:00.000Z', '2026-27'],
  ['2027-01-01T00:00:00.000Z', '2026-27'],
  ['2099-06-01T00:00:00.000Z', '2099-00'],
])('%s belongs to the financial year %s, which begins on 1 April in India', (instant, year) => {
  expect(financialYearOf(at(instant))).toBe(year);
});

test('an invoice number contains its year and is at most sixteen characters long', () => {
  expect(invoiceNumber('NT', '2026-27', 123)).toBe('NT/26-27/000123');
  expect(invoiceNumber('NT', '2026-27', 9_999_999)).toHaveLength(16);
  expect(() => invoiceNumber('NT', '2026-27', 10_000_000)).toThrow('too long');
});
