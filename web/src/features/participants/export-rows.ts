/**
 * What `Export to Excel` writes: Name, Email, Mobile, Status, Documents, then each scored section
 * (specification, Exam Score). Text is text, whatever it begins with; scores are numbers.
 */
import type { Participant } from '#contract/participants.ts';
import { documentLinks } from './documents.ts';
import { NO_SCORE, scoreIn, sectionsOf } from './scores.ts';

export const EXPORT_SHEET = 'Participants';
export const NO_DOCUMENTS = 'No Docs';

export type ExportCell = string | number;

/** @returns the head, then one row per participant */
export function exportRows(participants: readonly Participant[], origin: string): ExportCell[][] {
  const sections = sectionsOf(participants);
  const head = ['Name', 'Email', 'Mobile', 'Status', 'Documents', ...sections];
  const rows = participants.map((participant): ExportCell[] => [
    participant.fullName,
    participant.email,
    participant.mobile,
    participant.status,
    documentLinks(participant.docs, origin)
      .map(({ href }) => href)
      .join(', ') || NO_DOCUMENTS,
    ...sections.map((section) => scoreIn(participant, section) ?? NO_SCORE),
  ]);
  return [head, ...rows];
}

export function exportFileName(examName: string): string {
  return `${examName.replaceAll(' ', '_')}_Participants.xlsx`;
}
