// Proctor accounts and their assigned exams.
import * as z from 'zod/mini';
import { examStatuses } from '../wire/exams.ts';
import { lineSchema } from '../wire/typed.ts';
import { examFormats, idSchema, instantSchema } from '../wire/values.ts';
import { personShape, versionMarkSchema } from './participants.ts';

export const proctorSchema = z.object({
  uid: z.string(),
  fullName: z.string(),
  mobile: z.string(),
  email: z.string(), // empty where there is none
  /** How many exams are assigned. */
  exams: z.int(),
  createdAt: instantSchema,
  /** Null while they may sign in. */
  revokedAt: z.nullable(instantSchema),
  /** The version of name, mobile and e-mail; sent back with a change. */
  version: z.string(),
});
export type Proctor = z.infer<typeof proctorSchema>;
export const proctorListSchema = z.array(proctorSchema);

export const newProctorSchema = z.object(personShape);
export type NewProctor = z.infer<typeof newProctorSchema>;

/** PUT staff/{uid}: `version` as it was read. */
export const proctorChangeSchema = z.extend(newProctorSchema, {
  version: versionMarkSchema,
});
export type ProctorChange = z.infer<typeof proctorChangeSchema>;

/** The one-time password is in this reply and in an SMS, and nowhere else. */
export const proctorPasswordSchema = z.object({
  uid: z.string(),
  password: z.string(),
  validUntil: instantSchema,
});
export type ProctorPassword = z.infer<typeof proctorPasswordSchema>;

/** A room's name as the office writes it. */
export const roomNameSchema = lineSchema(60);

/** Null for all rooms, and for candidates without one. */
const roomsSchema = z.nullable(
  z.array(roomNameSchema).check(z.minLength(1, 'Please name at least one room.'), z.maxLength(200)),
);

/** PUT staff/{uid}/exams/{examId}/rooms: `seen` as they were shown; left out, they are replaced whatever they are. */
export const watchedRoomsSchema = z.object({ rooms: roomsSchema, seen: z.optional(roomsSchema) });
export type WatchedRoomsChange = z.infer<typeof watchedRoomsSchema>;

/** An exam as the desk and its proctor see it: when, and whether it is Active. */
export const watchedExamSchema = z.object({
  _id: idSchema,
  name: z.string(),
  startDate: instantSchema,
  duration: z.int(), // minutes
  format: z.enum(examFormats),
  status: z.enum(examStatuses),
  start: z.enum(['own', 'together']),
  /** This person's rooms; null for all. */
  rooms: z.nullable(z.array(z.string())),
});
export type WatchedExam = z.infer<typeof watchedExamSchema>;
export const watchedExamListSchema = z.array(watchedExamSchema);
