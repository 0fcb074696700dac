/** The columns of Exam Score before the scores, in the specification's order and words. */
import type { Participant } from '#contract/desk/participants.ts';
import { educationKeys } from '#contract/wire/users.ts';

interface ParticipantColumn {
  head: string;
  text: (participant: Participant) => string;
}

/** The school certificate has no stream (specification, Exam Score). */
const shownEducation = educationKeys.filter((key) => key !== 'sscStream');

export const participantColumns: readonly ParticipantColumn[] = [
  { head: 'Name', text: ({ fullName }) => fullName },
  { head: 'Email', text: ({ email }) => email },
  { head: 'Mobile', text: ({ mobile }) => mobile },
  { head: 'Address', text: ({ address }) => address },
  { head: 'City', text: ({ city }) => city },
  { head: 'State', text: ({ state }) => state },
  { head: 'TxnID', text: ({ TxnID }) => TxnID ?? '' },
  ...shownEducation.map((key) => ({ head: key, text: (each: Participant) => each[key] })),
  { head: 'workExp', text: ({ workExp }) => workExp },
  { head: 'Status', text: ({ status }) => status },
];
