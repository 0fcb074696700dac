/** A link within the site led to the exam's address, however it was typed: load the exam in its place. */
import { useEffect } from 'react';
import { paths } from '#web/shared/paths.ts';
import { Loading } from '#web/ui/loading.tsx';

export default function EnterExam() {
  useEffect(() => location.replace(paths.exam), []);
  return <Loading label="Opening the exam…" />;
}
