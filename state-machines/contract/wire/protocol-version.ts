// The number of the sync protocol. It changes whenever a schema in sync.ts changes its shape;
// protocol-version.test.ts hashes the schemas, so it fails if you forget. A phone in a sitting keeps the app it started
// with (rule 5), so the server also accepts earlier protocols (decision 25): what a new protocol adds to a request is
// optional, and an older phone ignores what it adds to a reply.
// History: 1 first protocol: push, open, submission with events.
//          2 late work: beacons with the phone's measure, the digest of what waits (decision 24).
//            The server tells the phone that writes what another phone sent late.
//          3 sealed papers, device keys, hand-overs, proctors (decisions 38 to 45).
//          4 phones prove their names (decision 81).
export const PROTOCOL = 4;
/** The protocols that the server accepts; a phone with another one gets `app-too-old`. */
export const spokenProtocols = [1, 2, 3, 4] as const;
