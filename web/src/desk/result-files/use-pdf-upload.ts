/** Sending result PDFs, each exam for itself; a refusal stays beside its exam until the next try. */
import { useState } from 'react';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { api } from '#web/shared/http.ts';
import { reasonOf } from '#web/shared/use-load.ts';

export type PdfUpload = { state: 'sending'; name: string } | { state: 'refused'; why: string };

export interface PdfUploads {
  of: (exam: Exam) => PdfUpload | undefined;
  /** Does nothing when no file was chosen. */
  send: (exam: Exam, file: File | undefined) => Promise<void>;
}

/** 20 MB, the most the server takes, at 1 Mbit/s. */
const TIMEOUT_MS = 180_000;

const OUTDATED =
  'Someone else changed this exam in the meantime. You now see their version. To publish your PDF, choose it again.';

/** @param onOutdated someone else changed the exam: their version is to be seen before another try */
export function usePdfUpload(
  onPublished: (exam: Exam) => void,
  onOutdated: () => void,
): PdfUploads {
  const [uploads, setUploads] = useState<Readonly<Record<string, PdfUpload>>>({});

  function put(examId: string, upload: PdfUpload | null) {
    setUploads(({ [examId]: _, ...others }) => (upload ? { ...others, [examId]: upload } : others));
  }

  async function send(exam: Exam, file: File | undefined) {
    if (!file) return;
    if (!isPdf(file)) {
      put(exam._id, { state: 'refused', why: `“${file.name}” is not a PDF. Please choose a PDF.` });
      return;
    }
    put(exam._id, { state: 'sending', name: file.name });
    const body = new FormData();
    body.set('pdf', file);
    if (exam.version !== undefined) body.set('version', String(exam.version));
    try {
      const options = { timeoutMs: TIMEOUT_MS };
      await api.post(`exams/upload-result/${exam._id}`, body, examSchema, options);
      put(exam._id, null);
      onPublished(exam);
    } catch (error) {
      const { code, message } = reasonOf(error);
      const isOutdated = code === 'changed-meanwhile';
      put(exam._id, { state: 'refused', why: isOutdated ? OUTDATED : message });
      if (isOutdated || code === 'not-found') onOutdated();
    }
  }

  return { of: (exam) => uploads[exam._id], send };
}

/** Only a courtesy: the server judges by content. */
function isPdf({ name, type }: File): boolean {
  return type === 'application/pdf' || /\.pdf$/i.test(name);
}
