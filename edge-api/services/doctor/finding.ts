// The result of one check before exam day. Its sentence is safe to show: no address with a password, no key, no person.
export type Finding = {
  /** `warn`: it works, but someone should look at it. `fail`: don't open the exam hall. */
  level: 'ok' | 'warn' | 'fail';
  /** What was checked, in a word or two. */
  about: string;
  says: string;
};

type Make = (about: string, says: string) => Finding;
export const ok: Make = (about, says) => ({ level: 'ok', about, says });
export const warn: Make = (about, says) => ({ level: 'warn', about, says });
export const fail: Make = (about, says) => ({ level: 'fail', about, says });

/** Longer than any healthy part takes to answer, including the retries to S3. */
const PATIENCE_MS = 20_000;

/** Turns a check that hangs or throws into a finding, so that the other checks still run. */
export async function look(about: string, act: () => Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((tell) => {
    const silent = [fail(about, `no answer within ${PATIENCE_MS / 1_000} seconds`)];
    timer = setTimeout(() => tell(silent), PATIENCE_MS);
  });
  try {
    return await Promise.race([act(), late]);
  } catch (error) {
    return [fail(about, codeOf(error))];
  } finally {
    clearTimeout(timer);
  }
}

/** A short code from the system or the database. The error's message isn't shown, because it may repeat an address. */
export function codeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string' && /^[\w-]{1,60}$/.test(one.code))
      return one.code;
  return error instanceof Error ? error.name : 'unknown error';
}
