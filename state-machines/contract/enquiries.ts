// What visitors send to the office: contact, Hire Us, Germany, newsletter (decisions.md section 3).

export const enquiryKinds = ['contact', 'hire-us', 'germany', 'newsletter'] as const;
export type EnquiryKind = (typeof enquiryKinds)[number];

/** What the office has done about an enquiry. */
export const enquiryStates = ['new', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];
