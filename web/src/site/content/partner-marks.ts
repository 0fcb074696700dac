/**
 * Sample content: sixteen fictitious companies with signs drawn for this site. A sign is a path on a
 * 24-unit grid, drawn in outline.
 */
export interface PartnerMark {
  name: string;
  sign: string;
}

export const partnerMarks: readonly PartnerMark[] = [
  { name: 'Godavari Mills', sign: 'M2 9c4-4 6 4 10 0s6 4 10 0M2 15c4-4 6 4 10 0s6 4 10 0' },
  { name: 'Banyan Ledger', sign: 'M12 21v-9M7 21v-6m10 6v-6M3 12a9 8 0 0 1 18 0Z' },
  {
    name: 'Deccan Circuit',
    sign: 'M7 7h10v10H7ZM10 3v4m4-4v4m-4 10v4m4-4v4M3 10h4m-4 4h4m10-4h4m-4 4h4',
  },
  { name: 'Pearl Route', sign: 'M12 4a8 8 0 1 0 .1 0Zm0 5a3 3 0 1 0 .1 0Z' },
  {
    name: 'Charkha Works',
    sign: 'M12 3a9 9 0 1 0 .1 0ZM12 3v18M3 12h18M5.6 5.6l12.8 12.8m0-12.8L5.6 18.4',
  },
  {
    name: 'Monsoon Cloud',
    sign: 'M6 14a4 4 0 0 1 .6-7.8A5.5 5.5 0 0 1 17 7.5a3.5 3.5 0 0 1 1 6.5ZM8 17l-1 4m5-4-1 4m5-4-1 4',
  },
  { name: 'Palki Freight', sign: 'M2 9h20M6 9v8h12V9M6 9l6-5 6 5' },
  { name: 'Tamarind Retail', sign: 'M5 5c0 9 5 14 14 14M5 5c5 0 7 3 7 7 4 0 7 2 7 7' },
  {
    name: 'Gulmohar Clinics',
    sign: 'M12 12c-3-4-3-7 0-9 3 2 3 5 0 9Zm0 0c4-3 7-3 9 0-2 3-5 3-9 0Zm0 0c3 4 3 7 0 9-3-2-3-5 0-9Zm0 0c-4 3-7 3-9 0 2-3 5-3 9 0Z',
  },
  { name: 'Nallamala Timber', sign: 'M8 3 3 13h10Zm8 4-5 10h10ZM8 13v8m8-4v4' },
  { name: 'Saffron Desk', sign: 'M3 10h18M6 10v10m12-10v10M9 10V6h6v4' },
  { name: 'Musi Motors', sign: 'M3 16a9 9 0 0 1 18 0M12 16l4-5M3 20h18' },
  { name: 'Kolanu Foods', sign: 'M3 12h18a9 8 0 0 1-18 0ZM9 8c-2-2 1-3 0-5m6 5c-2-2 1-3 0-5' },
  { name: 'Neem & Daughters', sign: 'M4 20C4 9 10 4 20 4c0 10-5 16-16 16Zm0 0L14 10' },
  { name: 'Qila Security', sign: 'M4 21V6h3v3h3V6h4v3h3V6h3v15ZM10 21v-5h4v5' },
  { name: 'Alapana Media', sign: 'M4 10v4m4-8v12m4-15v18m4-15v12m4-8v4' },
];
