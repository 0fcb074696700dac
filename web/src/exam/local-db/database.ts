// The phone's own database: every write is on disk before it counts as done (rule 1).
import Dexie, { type DexieOptions, type Table } from 'dexie';
import { LOCAL_DB, PRACTICE_DB } from '#web/shared/has-database.ts';
import { paths } from '#web/shared/paths.ts';
import type { AnswerRow, FactRow, OutboxRow, PageRow, PaperRow, SittingRow } from './rows.ts';
import { mayBeTorn } from './torn-log.ts';

export class LocalDb extends Dexie {
  declare readonly sittings: Table<SittingRow, string>;
  declare readonly papers: Table<PaperRow, string>;
  declare readonly answers: Table<AnswerRow, [sittingId: string, qid: string]>;
  declare readonly outbox: Table<OutboxRow, [sittingId: string, seq: number]>;
  declare readonly pages: Table<PageRow, [sittingId: string, sha256: string]>;
  /** Single values: the device's id, the clock's mark, who is signed in, exams read. */
  declare readonly facts: Table<FactRow, string>;

  /** A browser closes a database under its page when it could not write to it: nothing may be written before the log is a fresh one. */
  isTorn = false;

  /** Settled when all that was begun with this database is done; see withStorage. */
  lastAct: Promise<unknown> = Promise.resolve();

  /** @param factory another IndexedDB than the browser's, for tests */
  constructor(factory: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {}, name = LOCAL_DB) {
    // Browsers answer `relaxed` by default: an answer could be lost with the battery.
    super(name, { ...factory, chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      sittings: 'sittingId, [uid+examId], uid',
      papers: 'sittingId',
      answers: '[sittingId+qid], sittingId',
      outbox: '[sittingId+seq], sittingId',
      pages: '[sittingId+sha256], [sittingId+pending], sittingId',
      facts: 'key',
    });
    const closed = () => {
      this.isTorn = true;
      // Closed by ourselves it stays closed until `withStorage` opens it.
      this.close();
    };
    this.on('ready', () => this.backendDB().addEventListener('close', closed), true);
  }
}

/** The one connection of this tab; a practice exam has a database of its own. */
const isPractice = globalThis.location?.pathname.replace(/\/$/, '') === paths.practice;
export const localDb = new LocalDb({}, isPractice ? PRACTICE_DB : LOCAL_DB);

/** To be waited for before this page does anything with it. */
export const whenToOpen: Promise<void> = mayBeTorn().then((torn) => {
  localDb.isTorn = torn;
  if (torn) localDb.close();
});
