// The number of the sync protocol. It changes whenever a schema in sync.ts changes its shape;
// protocol-version.test.ts hashes the schemas, so forgetting that fails.
// History: 1 first protocol: push, open, submission with events.
export const PROTOCOL = 1;
