/** A link within the site led to the exam's address: load the exam in its place. */
import { useEffect } from 'react';
import { Loading } from '#web/components/ui/loading.tsx';

export default function EnterExam() {
  useEffect(() => location.reload(), []);
  return <Loading label="Opening the exam…" />;
}
