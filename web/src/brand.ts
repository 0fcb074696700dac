/**
 * Who runs this site, in one place: a company puts its own name here and nowhere else.
 * The sample brand is fictitious.
 */
export const brand = {
  name: 'Nipuna Talent',
  /** What it does, in a line that fits under the name. */
  line: 'Recruitment, training and online examinations',
  city: 'Hyderabad',
  address: [
    '4th Floor, Charminar Chambers',
    'Road No. 12, Banjara Hills',
    'Hyderabad 500034, Telangana',
  ],
  phone: '+91 40 5550 0142',
  email: 'help@nipunatalent.example',
  gstin: '36AAAAA0000A1Z5',
} as const;

/** `tel:` wants digits alone. */
export const phoneHref = `tel:${brand.phone.replaceAll(' ', '')}`;
