/** A link within the site led to the exam's address, or the practice exam's: load that page in its place. */
import { useEffect } from 'react';
import { Loading } from '#web/ui/loading.tsx';

export default function EnterExam({ path }: { path: string }) {
  useEffect(() => location.replace(path), [path]);
  return <Loading label="Opening the exam…" />;
}
