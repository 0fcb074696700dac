// Accounts of proctors and administrators, and the exams assigned to proctors.
import * as z from 'zod/mini';
import { examStatuses } from '../wire/exams.ts';
import { lineSchema } from '../wire/typed.ts';
import { examFormats, idSchema, instantSchema } from '../wire/values.ts';
import { personShape, versionMarkSchema } from './participants.ts';

/** Only SuperAdmin, who exists from the first start and is not one of these, adds and changes administrators. */
export const staffRoles = ['proctor', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const staffSchema = z.object({
  uid: z.string(),
  role: z._default(z.enum(staffRoles), 'proctor'), // older servers leave this out and have only proctors
  fullName: z.string(),
  mobile: z.string(),
  email: z.string(), // empty where there is none
  /** How many exams are assigned. */
  exams: z.int(),
  createdAt: instantSchema,
  /** Null while they may sign in. */
  revokedAt: z.nullable(instantSchema),
  /** The version of name, mobile and email; sent back with a change. */
  version: z.string(),
});
export type Staff = z.infer<typeof staffSchema>;
export const staffListSchema = z.array(staffSchema);

export const newStaffSchema = z.object(personShape);

/** POST staff: a proctor, unless `role` says otherwise. */
export const staffRequestSchema = z.extend(newStaffSchema, {
  role: z.optional(z.enum(staffRoles)),
});
export type StaffRequest = z.infer<typeof staffRequestSchema>;

/** PUT staff/{uid}: `version` as it was read. */
export const staffChangeSchema = z.extend(newStaffSchema, {
  version: versionMarkSchema,
});
export type StaffChange = z.infer<typeof staffChangeSchema>;

/** The one-time password is in this reply and in an SMS, and nowhere else. */
export const staffPasswordSchema = z.object({
  uid: z.string(),
  password: z.string(),
  validUntil: instantSchema,
});
export type StaffPassword = z.infer<typeof staffPasswordSchema>;

/** A room's name as the office writes it. */
export const roomNameSchema = lineSchema(60);

/** Null: all rooms, and candidates without a room. */
const roomsSchema = z.nullable(
  z.array(roomNameSchema).check(z.minLength(1, 'Please name at least one room.'), z.maxLength(200)),
);

/**
 * PUT staff/{uid}/exams/{examId}/rooms. `seen`: the rooms that the administrator saw; if left out, whatever is stored is
 * replaced.
 */
export const watchedRoomsSchema = z.object({ rooms: roomsSchema, seen: z.optional(roomsSchema) });
export type WatchedRoomsChange = z.infer<typeof watchedRoomsSchema>;

/** An exam as the desk and its proctor see it. */
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
