/** A link within the site led to the exam's address, however it was typed: load the exam in its place. */
import { useEffect } from 'react';
import { Loading } from '#web/components/ui/loading.tsx';
import { paths } from '#web/lib/paths.ts';

export default function EnterExam() {
  useEffect(() => location.replace(paths.exam), []);
  return <Loading label="Opening the exam…" />;
}
