// A hall for tests: candidates in rooms, a proctor who watches over them, and what that proctor's phone would send.
import { eq } from 'drizzle-orm';
import { type HallAct, hallOutcomesSchema } from '#contract/hall/acts.ts';
import { type BoardRow, boardSchema } from '#contract/hall/board.ts';
import { enrolments } from '#db/schema/people.ts';
import type { TestApi } from './api.ts';
import { deviceOf } from './device.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** An act without what the phone adds; `at` is when it was done; if left out, now. */
export type HallWish = Without<HallAct, 'id' | 'examId' | 'doneAt'> & { id?: string; at?: number };

let acts = 0;

export function makeAct(examId: string, now: number, { id, at, ...wish }: HallWish): HallAct {
  acts += 1;
  const made = id ?? `act${String(acts).padStart(17, '0')}`;
  return { ...wish, id: made, examId, doneAt: new Date(at ?? now).toISOString() } as HallAct;
}

export async function hallOf(api: TestApi, examId: string) {
  const proctor = await api.makeStaff('proctor');
  const assign = async (uid: string, rooms: string[] | null = null) => {
    const path = `staff/${uid}/exams/${examId}`;
    await api.request(path, { method: 'PUT', token: api.adminToken });
    await api.request(`${path}/rooms`, { method: 'PUT', token: api.adminToken, json: { rooms } });
  };
  await assign(proctor.uid);
  const act = (wish: HallWish) => makeAct(examId, api.clock.now, wish);
  const bring = (sent: readonly HallAct[], token = proctor.token) =>
    api.request('proctor/acts', { token, json: { deviceId: 'proctor-1', acts: sent } });

  return {
    proctor,
    assign,
    act,
    bring,
    /** Does the act now. @returns its outcome */
    async does(wish: HallWish) {
      const { outcomes } = hallOutcomesSchema.parse((await bring([act(wish)])).body);
      return outcomes[0];
    },
    async candidate(room = '') {
      const person = await api.makeCandidate({ examId, status: 'Fees Paid' });
      const id = person.enrolmentId ?? '';
      await api.deps.db.orm.update(enrolments).set({ room }).where(eq(enrolments.id, id));
      return { ...person, id };
    },
    async seated(room = '') {
      const person = await this.candidate(room);
      const phone = await deviceOf(api, person, examId);
      await phone.open();
      return { ...person, phone, qid: (n: number) => phone.opened.questions[n]?.qid ?? '' };
    },
    async board(token = proctor.token): Promise<BoardRow[]> {
      const { body } = await api.request(`proctor/board?exam=${examId}`, { token });
      return boardSchema.parse(body).rows;
    },
    async row(id: string): Promise<BoardRow> {
      const found = (await this.board()).find((row) => row.id === id);
      if (!found) throw new Error('not on the board');
      return found;
    },
  };
}
export type Hall = Awaited<ReturnType<typeof hallOf>>;
