// The phone's own database: a write counts as done only once it is on disk (rule 1).
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
  /** Single values: the device's id, the clock's mark, who is signed in, the exams that were read. */
  declare readonly facts: Table<FactRow, string>;

  /**
   * True once the browser has closed the database because a write failed: nothing may be written before the log is a
   * fresh one (decision 82).
   */
  isTorn = false;

  /** Settles when all work begun on this database is done; see withStorage. */
  lastAct: Promise<unknown> = Promise.resolve();

  /** @param factory replaces the browser's IndexedDB in tests */
  constructor(factory: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {}, name = LOCAL_DB) {
    // Browsers default to `relaxed`, which could lose an answer when the battery dies.
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
      // Dexie doesn't reopen a database that we closed: it stays closed until `withStorage` opens it.
      this.close();
    };
    this.on('ready', () => this.backendDB().addEventListener('close', closed), true);
  }
}

/** The one connection of this tab; a practice exam has a database of its own. */
const isPractice = globalThis.location?.pathname.replace(/\/$/, '') === paths.practice;
export const localDb = new LocalDb({}, isPractice ? PRACTICE_DB : LOCAL_DB);

/** Await this before using `localDb`. */
export const whenToOpen: Promise<void> = mayBeTorn().then((torn) => {
  localDb.isTorn = torn;
  if (torn) localDb.close();
});
