// The states of India with their GST codes, which an invoice names the place of supply by (rule 46).
import type { states } from '#contract/wire/users.ts';

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

export type GstState = { name: string; code: string };

export function stateOf(name: State): GstState {
  return { name, code: codes[name] };
}

/** Null for text that is no state's name: the form's choice is not enforced on the wire. */
export function findState(text: string): GstState | null {
  return known.get(text.trim().toLowerCase()) ?? null;
}
