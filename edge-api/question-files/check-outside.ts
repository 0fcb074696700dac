// What can be said of a file before anything looks into it.
import { FileRefusal, limits, wrongKind } from './question-file.ts';

/** @throws FileRefusal empty-file, too-large, wrong-kind */
export function checkOutside(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new FileRefusal('empty-file', 'This file is empty.');
  if (bytes.length > limits.fileBytes)
    throw new FileRefusal(
      'too-large',
      `This file is larger than ${limits.fileBytes / 1024 / 1024} MB. Please split it into smaller files.`,
    );
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (start === '{\\rtf')
    throw wrongKind('This is a text document (RTF), whose questions cannot be told apart.');
  if (start === '%PDF-')
    throw wrongKind('This is a PDF document, whose questions cannot be told apart.');
}
