// What each list of the desk can be sorted by, named like the columns on its screen. The SQL of each key is beside the
// list's query.
import { educationKeys } from '../site/registration.ts';

export const listSorts = {
  questions: [
    'question',
    'OptionOne',
    'OptionTwo',
    'OptionThree',
    'OptionFour',
    'correct',
    'weightage',
    'negative',
    'type',
  ],
  exams: ['name', 'price', 'duration', 'start', 'format', 'status'],
  participants: [
    'name',
    'email',
    'mobile',
    'address',
    'city',
    'state',
    'txn',
    ...educationKeys,
    'workExp',
    'status',
    'total',
    'room',
  ],
  candidates: ['name', 'uid', 'mobile', 'email', 'exam', 'status', 'registered'],
  enquiries: ['from', 'kind', 'email', 'received', 'state'],
  applications: ['name', 'phone', 'email', 'course', 'amount', 'date', 'state'],
  orders: ['name', 'amount', 'state', 'date', 'order'],
  proctors: ['name', 'status', 'uid', 'mobile', 'email', 'added'],
  /** Candidates who have not started can be sorted only by name. */
  live: ['name', 'answered', 'waiting', 'heard', 'ends', 'extra', 'devices', 'held'],
} as const;

export type SortKey<List extends keyof typeof listSorts> = (typeof listSorts)[List][number];
