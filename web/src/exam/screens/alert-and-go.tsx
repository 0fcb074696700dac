/** Guards of the exam's page: one alert, then another page. */
import { useEffect, useRef } from 'react';
import type { ExamCandidate } from '#web/exam/sync/find-entry.ts';
import { paths } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { Loading } from '#web/ui/loading.tsx';

interface AlertAndGoProps {
  message: string;
  to: string;
  /** Done between the alert and the other page. */
  before?: () => Promise<void>;
}

export function AlertAndGo({ message, to, before }: AlertAndGoProps) {
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    window.alert(message);
    const go = () => location.replace(to);
    if (before) void before().then(go);
    else go();
  }, [message, to, before]);
  return <Loading label="One moment…" />;
}

export function AlreadySubmitted({ candidate: { uid, examId } }: { candidate: ExamCandidate }) {
  return (
    <AlertAndGo
      message="You have already submitted this exam."
      to={paths.examResult}
      before={() => refreshQuietly(uid, examId)}
    />
  );
}

/** Submitted, or paid for, on another phone: this one may not know it yet. */
export async function refreshQuietly(uid: string, eid: string | null): Promise<void> {
  try {
    await refreshUser(uid, eid, { timeoutMs: 5_000 });
  } catch (error) {
    console.warn('The user could not be refreshed', error);
  }
}
