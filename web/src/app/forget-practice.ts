// A practice exam leaves nothing behind: what it stored is deleted as soon as another page is opened.
import { PRACTICE_DB } from '#web/shared/has-database.ts';

indexedDB.deleteDatabase(PRACTICE_DB);
for (const mark of ['exam_end_practice', 'exam_done_practice']) localStorage.removeItem(mark);
