// One page of a document answer: a photo or a PDF, whichever its content says it is.
import { Problem } from '../../problem.ts';
import { type AcceptedFile, acceptImage, kindOf } from './accept-image.ts';
import { acceptPdf, pdfStart } from './accept-pdf.ts';

/** @throws Problem wrong-file-kind, too-large, file-refused */
export async function acceptDocument(bytes: Uint8Array): Promise<AcceptedFile> {
  if (bytes.length === 0) throw new Problem('file-refused', { sentence: 'This file is empty.' });
  const kind = kindOf(bytes);
  if (kind === 'jpeg' || kind === 'png') return acceptImage(bytes);
  if (pdfStart(bytes) !== -1) return acceptPdf(bytes);
  throw new Problem('wrong-file-kind', {
    sentence: 'Please choose photos (JPEG or PNG) or PDF files.',
  });
}
