// The number of the sync protocol. It changes whenever a schema in sync.ts changes its shape;
// protocol-version.test.ts hashes the schemas, so forgetting that fails. A phone in a sitting keeps the app it
// started with (rule 5), so the server takes those before as well (decision 25): what a new one adds to a request is
// optional, and what it adds to a reply an older phone doesn't read.
// History: 1 first protocol: push, open, submission with events.
//          2 late work: beacons with the phone's measure, the digest of what waits (decision 24).
//            What another phone brought late, told to the one that writes.
//          3 sealed papers, device keys, hand-overs, proctors (decisions 38 to 45).
//          4 phones prove their names (decision 81).
export const PROTOCOL = 4;
/** What the server accepts; a phone of another protocol gets `app-too-old`. */
export const spokenProtocols = [1, 2, 3, 4] as const;
