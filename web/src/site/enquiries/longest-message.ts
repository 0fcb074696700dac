/** As the server takes it (contract/site/enquiries.ts), apart from the schema, which comes later than the form. */
export const LONGEST_MESSAGE = 4_000;
