// Who could get in, or couldn't: the administrator's second factor, demonstration accounts, the server's own secrets.
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { secondFactors, users } from '#db/schema/people.ts';
import { serverKeys } from '#db/schema/records.ts';
import { hasDemo } from '#db/seed/seed-demo.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Characters of base64url that 256 bits take. */
const SHORTEST_SECRET = 43;

/** @param production what is only fit for trying out is a fault there */
export async function lookAtPeople(db: Database, production: boolean): Promise<Finding[]> {
  const fault = production ? fail : warn;
  const administrators = await db.orm
    .select({ since: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.uid, users.uid))
    .where(eq(users.role, 'admin'));
  const found: Finding[] = [];
  const bare = administrators.filter(({ since }) => !since).length;
  if (administrators.length === 0)
    found.push(fail('administrator', 'there is none yet. Start the server once'));
  else if (bare > 0)
    found.push(fault('administrator', 'has no second factor. Sign in, My account, set up the app'));
  else found.push(ok('administrator', 'has a second factor'));

  const keys = await db.orm
    .select({ name: serverKeys.name })
    .from(serverKeys)
    .where(sql`length(${serverKeys.secret}) < ${SHORTEST_SECRET}`);
  found.push(
    keys.length > 0
      ? fail('secrets', `too short: ${keys.map(({ name }) => name).join(', ')}`)
      : ok('secrets', 'the server’s own are 256 bits and more'),
  );
  if (await hasDemo(db)) found.push(fault('demonstration', 'its accounts have a known password'));
  return found;
}
