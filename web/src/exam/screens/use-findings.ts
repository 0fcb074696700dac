/** What can be found out about the phone: room, whether the browser keeps it, the app itself, notifications. */
import { useEffect, useState } from 'react';
import { type LocalDb, localDb } from '#web/exam/local-db/database.ts';
import { withStorage } from '#web/exam/local-db/storage-trouble.ts';
import { type ExamKept, useExamKept } from '#web/pwa/keep-exam.ts';

export interface PhoneFinding {
  name: string;
  verdict: 'fine' | 'note' | 'bad' | 'unsure';
  /** What it means and what to do. */
  text: string;
}

const looking = (name: string): PhoneFinding => ({ name, verdict: 'unsure', text: 'Looking…' });

export function useFindings() {
  const [storage, setStorage] = useState([looking('Space'), looking('Answers kept')]);
  const kept = useExamKept();
  const [permission, setPermission] = useState(readPermission);

  useEffect(() => {
    let gone = false;
    findStorage().then((found) => !gone && setStorage(found));
    return () => {
      gone = true;
    };
  }, []);

  const ask = async () => {
    await Notification.requestPermission();
    setPermission(readPermission());
  };
  return {
    findings: [...storage, appFinding(kept)],
    askForNotifications: {
      finding: notificationFinding(permission),
      ask: permission === 'default' ? ask : null,
    },
  };
}

async function findStorage(): Promise<PhoneFinding[]> {
  try {
    const { enough, freeBytes, persisted } = await checkStorage(localDb);
    const megabytes = freeBytes === null ? null : Math.floor(freeBytes / 1_000_000);
    const room =
      megabytes === null
        ? 'Enough space'
        : megabytes < 1_000
          ? `${megabytes} MB free`
          : `${(megabytes / 1_000).toFixed(1)} GB free: enough`;
    return [
      enough
        ? { name: 'Space', verdict: 'fine', text: `${room} for your answers.` }
        : {
            name: 'Space',
            verdict: 'bad',
            text: `Only ${room}. Please delete some photos or apps before the exam.`,
          },
      persisted
        ? { name: 'Answers kept', verdict: 'fine', text: 'This browser keeps your answers.' }
        : {
            name: 'Answers kept',
            verdict: 'note',
            text: 'Please keep some space free and do not clear the browser’s data before your receipt is shown.',
          },
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : 'Nothing can be saved here.';
    return [{ name: 'Space', verdict: 'bad', text }];
  }
}

function appFinding(kept: ExamKept): PhoneFinding {
  const name = 'Works without network';
  switch (kept) {
    case 'kept':
      return { name, verdict: 'fine', text: 'The exam is kept on this phone and opens offline.' };
    case 'coming':
      return { name, verdict: 'unsure', text: 'The exam is being downloaded to this phone…' };
    case 'delayed':
      return {
        name,
        verdict: 'note',
        text: 'Not yet: the network is slow or gone. Trying again…',
      };
    case 'impossible':
      return {
        name,
        verdict: 'note',
        text: 'This browser cannot save the exam. Please open this page in Chrome, not in private mode.',
      };
  }
}

function readPermission(): NotificationPermission | 'missing' {
  return 'Notification' in window ? Notification.permission : 'missing';
}

function notificationFinding(permission: NotificationPermission | 'missing'): PhoneFinding {
  const name = 'Notification at the start';
  if (permission === 'granted')
    return { name, verdict: 'fine', text: 'This phone tells you when the exam opens.' };
  if (permission === 'default')
    return { name, verdict: 'note', text: 'This phone can tell you when the exam opens.' };
  return {
    name,
    verdict: 'note',
    text: 'Not allowed here. Keep this page open and watch the time.',
  };
}

// Storage trouble is told before it hurts (rule 7): tried with a real write before the exam starts.

/** A paper, its answers and forty shrunk pages fit with room to spare. */
const ENOUGH_BYTES = 50_000_000;

type StorageReport = {
  /** The browser has promised not to clear it under pressure. */
  persisted: boolean;
  /** Free bytes as the browser estimates them, or null when it doesn't say. */
  freeBytes: number | null;
  enough: boolean;
};

/**
 * Asks for persistence, measures the space and writes once.
 * @throws StorageTrouble when nothing can be stored here, as in some private windows
 */
async function checkStorage(
  db: LocalDb,
  manager: StorageManager | undefined = navigator.storage,
): Promise<StorageReport> {
  await withStorage(db, () => db.facts.put({ key: 'storage-check', value: true }));
  const persisted = (await manager?.persist?.().catch(() => false)) ?? false;
  const estimate = await manager?.estimate?.().catch(() => null);
  const freeBytes = estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0);
  return { persisted, freeBytes, enough: freeBytes === null || freeBytes >= ENOUGH_BYTES };
}
