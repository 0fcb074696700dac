/** Whether the app is installed, and the browser's own offer to install it where it makes one. */
import { useEffect, useState } from 'react';
import type { Finding } from './use-findings.ts';

/** Chrome's event; it is in no standard, so the DOM's types don't know it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

export function useInstallOffer(): { finding: Finding; offer: (() => void) | null } {
  const [event, setEvent] = useState<InstallPromptEvent | null>(null);
  const [installed, setInstalled] = useState(
    () => window.matchMedia('(display-mode: standalone)').matches,
  );

  useEffect(() => {
    const keep = (offered: Event) => {
      if (!isInstallPrompt(offered)) return;
      offered.preventDefault();
      setEvent(offered);
    };
    const done = () => setInstalled(true);
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', done);
    return () => {
      window.removeEventListener('beforeinstallprompt', keep);
      window.removeEventListener('appinstalled', done);
    };
  }, []);

  const name = 'App installed';
  if (installed)
    return {
      finding: { name, verdict: 'fine', text: 'You are in the installed app.' },
      offer: null,
    };
  return {
    finding: {
      name,
      verdict: 'note',
      text: 'Installing is not needed, but it makes this page easier to find again.',
    },
    // A prompt can be shown once; after it the browser decides when to offer again.
    offer: event
      ? () => {
          setEvent(null);
          event.prompt().catch(console.error);
        }
      : null,
  };
}
