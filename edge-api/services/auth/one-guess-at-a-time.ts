// Failures are counted after the hash, so guesses sent all at once would all be judged by the old count:
// guesses at one uid wait for each other.
const last = new Map<string, Promise<unknown>>();

export async function oneGuessAtATime<T>(uid: string, act: () => Promise<T>): Promise<T> {
  const before = last.get(uid);
  const mine = before ? before.then(act, act) : act();
  last.set(uid, mine);
  try {
    return await mine;
  } finally {
    if (last.get(uid) === mine) last.delete(uid);
  }
}
