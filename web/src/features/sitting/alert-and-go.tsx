/** The specification's guards: one alert, then another page. */
import { useEffect, useRef } from 'react';
import { userReplySchema } from '#contract/users.ts';
import { Loading } from '#web/components/ui/loading.tsx';
import { api } from '#web/lib/http.ts';
import { paths } from '#web/lib/paths.ts';
import { updateUser } from '#web/lib/session.ts';
import type { Candidate } from '#web/sync/find-entry.ts';

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

export function AlreadySubmitted({ candidate: { uid, examId } }: { candidate: Candidate }) {
  return (
    <AlertAndGo
      message="You have already submitted this exam."
      to={paths.examResult}
      before={() => refreshUser(uid, examId)}
    />
  );
}

/** Submitted on another phone, this one may not know yet that its user is Completed. */
async function refreshUser(uid: string, eid: string): Promise<void> {
  try {
    const body = { uid, eid };
    const options = { timeoutMs: 5_000 };
    updateUser((await api.post('exams/updateuser', body, userReplySchema, options)).user);
  } catch (error) {
    console.warn('The user could not be refreshed', error);
  }
}
