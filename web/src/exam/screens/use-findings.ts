/**
 * What the page can find out about the phone: free space, whether the browser keeps the answers, the app itself,
 * notifications.
 */
import { useEffect, useState } from 'react';
import { localDb } from '#web/exam/local-db/database.ts';
import { withStorage } from '#web/exam/local-db/storage-trouble.ts';
import { type ExamKept, useExamKept } from '#web/pwa/keep-exam.ts';

export interface PhoneFinding {
  name: string;
  verdict: 'fine' | 'note' | 'bad' | 'unsure';
  /** What it means and what to do. */
  text: string;
}

export function useFindings() {
  const [storage, setStorage] = useState([looking, asking]);
  const kept = useExamKept();
  const [permission, setPermission] = useState(readPermission);

  useEffect(() => {
    // Space is freed in another app, so look again when the candidate comes back. Once there is enough, don't ask the
    // browser again, because it might ask the candidate.
    let isShort = true;
    const look = () => {
      if (!isShort) return;
      isShort = false;
      void findStorage((found) => {
        isShort = found[0]?.verdict === 'bad';
        setStorage(found);
      });
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
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

const looking: PhoneFinding = { name: 'Space', verdict: 'unsure', text: 'Checking…' };

/** Firefox asks the candidate, and tells the page nothing until they answer. */
const asking: PhoneFinding = {
  name: 'Answers kept',
  verdict: 'unsure',
  text: 'If this browser asks to store data, please allow it.',
};

/** Reports storage trouble before it hurts (rule 7), by a real write before the exam starts. */
async function findStorage(show: (found: PhoneFinding[]) => void): Promise<void> {
  try {
    await withStorage(localDb, () => localDb.facts.put({ key: 'storage-check', value: true }));
  } catch (error) {
    const text = error instanceof Error ? error.message : 'This browser can’t save anything here.';
    return show([{ name: 'Space', verdict: 'bad', text }]);
  }
  const manager: StorageManager | undefined = navigator.storage;
  const space = spaceFinding(await manager?.estimate?.().catch(() => null));
  show([space, asking]);
  const persisted = await manager?.persist?.().catch(() => false);
  show([
    space,
    {
      name: 'Answers kept',
      verdict: persisted ? 'fine' : 'note',
      text: persisted
        ? 'This browser keeps your answers.'
        : 'Please keep some space free, and don’t clear your browser data until you see your receipt.',
    },
  ]);
}

/** A paper, its answers and forty shrunk pages fit easily. */
const ENOUGH_BYTES = 50_000_000;

/** @param estimate null or undefined when the browser doesn't say */
function spaceFinding(estimate: StorageEstimate | null | undefined): PhoneFinding {
  const name = 'Space';
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = estimate ?? {};
  const free = quota - usage;
  const megabytes = Math.floor(free / 1_000_000);
  const room = megabytes < 1_000 ? `${megabytes} MB free` : 'Enough space';
  return free >= ENOUGH_BYTES
    ? { name, verdict: 'fine', text: `${room} for your answers.` }
    : {
        name,
        verdict: 'bad',
        text: `Only ${room}. Please delete some photos or apps before the exam.`,
      };
}

function appFinding(kept: ExamKept): PhoneFinding {
  const name = 'Works without network';
  switch (kept) {
    case 'kept':
      return { name, verdict: 'fine', text: 'The exam is on this phone and opens offline.' };
    case 'coming':
      return { name, verdict: 'unsure', text: 'The exam is being downloaded to this phone…' };
    case 'delayed':
      return {
        name,
        verdict: 'note',
        text: 'Not yet: slow network or full phone. Trying again…',
      };
    case 'impossible':
      return {
        name,
        verdict: 'note',
        text: 'This browser can’t save the exam. Please open this page in Chrome, outside private mode.',
      };
  }
}

function readPermission(): NotificationPermission | 'missing' {
  return 'Notification' in window ? Notification.permission : 'missing';
}

function notificationFinding(permission: NotificationPermission | 'missing'): PhoneFinding {
  const name = 'Notification at the start';
  if (permission === 'granted')
    return { name, verdict: 'fine', text: 'This phone will tell you when the exam opens.' };
  if (permission === 'default')
    return { name, verdict: 'note', text: 'This phone can tell you when the exam opens.' };
  return {
    name,
    verdict: 'note',
    text: 'Not allowed here. Keep this page open and watch the time.',
  };
}
