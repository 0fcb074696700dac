/**
 * The company that runs this site. A company puts its own details here; what it changes later on the Settings screen takes
 * precedence. The sample company is fictitious.
 */
export const brand = {
  name: 'Nipuna Talent',
  /** What the company does, in one line that fits under its name. */
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
  /** The company's pages on other sites; empty when it has none. */
  links: { facebook: '', instagram: '', linkedin: '', x: '', youtube: '' },
  /** Tax invoices are numbered NT/26-27/000123. */
  invoicePrefix: 'NT',
} as const;
