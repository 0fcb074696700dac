/** Specification section 9, enquiry success. */
export const THANKS = 'Thank you for your enquiry!';
