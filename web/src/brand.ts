/**
 * Who runs this site, in one place: a company puts its own name here, and what changes from day to day on
 * the Settings screen, which stands over this. The sample brand is fictitious.
 */
export const brand = {
  name: 'Nipuna Talent',
  /** What it does, in a line that fits under the name. */
  line: 'Recruitment, training and online examinations',
  city: 'Hyderabad',
  state: 'Telangana',
  address: [
    '4th Floor, Charminar Chambers',
    'Road No. 12, Banjara Hills',
    'Hyderabad 500034, Telangana',
  ],
  phone: '+91 40 5550 0142',
  email: 'help@nipunatalent.example',
  gstin: '36AAAAA0000A1Z5',
  /** Pages elsewhere; empty where there is none. */
  links: { facebook: '', instagram: '', linkedin: '', x: '', youtube: '' },
  /** Tax invoices are numbered NT/26-27/000123. */
  invoicePrefix: 'NT',
} as const;
