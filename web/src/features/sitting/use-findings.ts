/** What can be found out about the phone: room, whether the browser keeps it, the app itself, notifications. */
import { useEffect, useState } from 'react';
import { checkStorage } from '#web/local-db/check-storage.ts';
import { localDb } from '#web/local-db/database.ts';

export interface Finding {
  name: string;
  verdict: 'fine' | 'note' | 'bad' | 'unsure';
  /** What it means and what to do. */
  text: string;
}

const looking = (name: string): Finding => ({ name, verdict: 'unsure', text: 'Looking…' });

export function useFindings() {
  const [storage, setStorage] = useState([looking('Space'), looking('Answers kept')]);
  const [app, setApp] = useState(looking('Works without network'));
  const [permission, setPermission] = useState(readPermission);

  useEffect(() => {
    let gone = false;
    findStorage().then((found) => !gone && setStorage(found));
    findApp().then((found) => !gone && setApp(found));
    return () => {
      gone = true;
    };
  }, []);

  const ask = async () => {
    await Notification.requestPermission();
    setPermission(readPermission());
  };
  return {
    findings: [...storage, app],
    askForNotifications: {
      finding: notificationFinding(permission),
      ask: permission === 'default' ? ask : null,
    },
  };
}

async function findStorage(): Promise<Finding[]> {
  try {
    const { enough, freeBytes, persisted } = await checkStorage(localDb);
    const megabytes = freeBytes === null ? null : Math.floor(freeBytes / 1_000_000);
    const room =
      megabytes === null ? 'There is room' : `${megabytes.toLocaleString('en-IN')} MB free`;
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

/** The service worker answers within this, or it isn't there on this visit. */
const WORKER_WAIT_MS = 10_000;

async function findApp(): Promise<Finding> {
  const name = 'Works without network';
  const later = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_WAIT_MS));
  const ready = await Promise.race([navigator.serviceWorker?.ready, later]);
  return ready
    ? { name, verdict: 'fine', text: 'The app is kept on this phone and opens without a network.' }
    : {
        name,
        verdict: 'note',
        text: 'The app is not kept on this phone. Please open this page in Chrome, not in private mode.',
      };
}

function readPermission(): NotificationPermission | 'missing' {
  return 'Notification' in window ? Notification.permission : 'missing';
}

function notificationFinding(permission: NotificationPermission | 'missing'): Finding {
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
