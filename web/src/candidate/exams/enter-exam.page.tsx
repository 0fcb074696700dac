/**
 * For links within the site to the exam or the practice exam: each is a page of its own, so the browser loads it anew.
 */
import { useEffect } from 'react';
import { Loading } from '#web/ui/loading.tsx';

export default function EnterExam({ path }: { path: string }) {
  useEffect(() => location.replace(path), [path]);
  return <Loading label="Opening the exam…" />;
}
