/**
 * Tells whether this phone is ready, before it matters. Nothing here stops anyone: a phone with a warning is better
 * than no phone, so each line says what to do instead.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { formatDuration } from '#web/shared/format.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { type PhoneFinding, useFindings } from './use-findings.ts';
import styles from './waiting-room.module.css';

const looks: Record<PhoneFinding['verdict'], { icon: IconName; style: string | undefined }> = {
  fine: { icon: 'circle-check', style: styles.fine },
  note: { icon: 'info', style: styles.note },
  bad: { icon: 'alert', style: styles.bad },
  unsure: { icon: 'clock', style: styles.unsure },
};

interface SystemCheckProps {
  /** Milliseconds since 1970 by the server's clock, and whether a beacon has been heard. */
  now: number;
  clockConfirmed: boolean;
  paper: PhoneFinding;
  /** Whether the exam has yet to open. */
  waits: boolean;
}

export function SystemCheck({ now, clockConfirmed, paper, waits }: SystemCheckProps) {
  const { findings, askForNotifications } = useFindings();
  const install = useInstallOffer();
  return (
    <section className={styles.part} aria-labelledby="system-check">
      <h2 id="system-check">Is this phone ready?</h2>
      <ul className={styles.checks}>
        {findings.map((finding) => (
          <Line key={finding.name} finding={finding} />
        ))}
        <Line finding={clockFinding(Date.now() - now, clockConfirmed)} />
        <Line finding={paper} />
        <Line finding={install.finding}>
          {install.offer && <Button onClick={install.offer}>Install the app</Button>}
        </Line>
        {waits && (
          <Line finding={askForNotifications.finding}>
            {askForNotifications.ask && (
              <Button onClick={askForNotifications.ask}>Tell me at the start</Button>
            )}
          </Line>
        )}
      </ul>
    </section>
  );
}

function Line({ finding, children }: { finding: PhoneFinding; children?: ReactNode }) {
  const { icon, style } = looks[finding.verdict];
  return (
    <li className={styles.check}>
      <span className={classNames(style)}>
        <Icon name={icon} />
      </span>
      <div>
        <strong>{finding.name}</strong>
        <p>{finding.text}</p>
      </div>
      {children}
    </li>
  );
}

/** Milliseconds: a clock that is off by more than this gets a note. */
const WRONG_BY = 120_000;

/** @param ahead how far this phone's date is ahead of the server's clock, ms; negative when it is behind */
export function clockFinding(ahead: number, confirmed: boolean): PhoneFinding {
  const name = 'Clock';
  if (!confirmed) {
    return {
      name,
      verdict: 'unsure',
      text: 'We’ll check the exam time as soon as you’re online.',
    };
  }
  const off = Math.abs(ahead);
  if (off < WRONG_BY) return { name, verdict: 'fine', text: 'This phone’s time is right.' };
  const minutes = Math.round(off / 60_000);
  const by = minutes < 24 * 60 ? formatDuration(minutes) : 'more than a day';
  return {
    name,
    verdict: 'note',
    text: `This phone’s clock is ${by} ${ahead > 0 ? 'ahead' : 'behind'}. That’s fine: the exam uses its own clock.`,
  };
}

/** Chrome's event; no standard has it, so it is missing from the DOM's types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Whether the app is installed, and the browser's own offer to install it, if there is one. */
function useInstallOffer(): { finding: PhoneFinding; offer: (() => void) | null } {
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

  if (installed)
    return {
      finding: { name: 'App installed', verdict: 'fine', text: 'You’re using the installed app.' },
      offer: null,
    };
  return {
    finding: {
      name: 'App not installed',
      verdict: 'note',
      text: 'You don’t have to install it, but it makes this page easier to find again.',
    },
    // A prompt can be shown only once; afterwards the browser decides when to offer again.
    offer: event
      ? () => {
          setEvent(null);
          event.prompt().catch(console.error);
        }
      : null,
  };
}
