import { openReplySchema, pushReplySchema } from '#contract/wire/sync.ts';
import { addProctor, callApi, openAdminSession, openSession } from './admin-session.ts';
import { examSite, type PaidCandidate } from './exam-site.ts';
import { makeQuestions } from './question-file.ts';
import type { RunningServer } from './running-server.ts';

export const PASSWORD = 'the proctor’s own password';

async function openExam(server: RunningServer, { token, examId }: PaidCandidate) {
  const body = { protocol: 3, deviceId: 'phone-1' };
  return openReplySchema.parse(await callApi(server, `exams/${examId}/sitting`, { token, body }));
}

/** An exam under way with some candidates, and a proctor who watches over it. */
export async function openHall(server: RunningServer, type: string) {
  const site = await examSite(server);
  await site.upload(makeQuestions(type, 3));
  const examId = await site.createExam({
    name: `Hall of ${type}`,
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type, count: 3 }],
  });
  const sitting = await site.paidCandidate(examId);
  const absent = await site.paidCandidate(examId);
  const opened = await openExam(server, sitting);
  const admin = await openAdminSession(server);
  const added = await addProctor(server, admin, `Proctor of ${type}`);
  await callApi(server, `staff/${added.uid}/exams/${examId}`, {
    method: 'PUT',
    token: admin.token,
  });
  const first = await openSession(server, added.uid, added.password);
  const body = { password: added.password, newPassword: PASSWORD };
  await callApi(server, 'auth/change-password', { token: first.token, body });
  const proctor = await openSession(server, added.uid, PASSWORD);
  const standing = async () => {
    const { sittingId, epoch } = opened;
    const push = { protocol: 3, sittingId, deviceId: 'phone-1', epoch, events: [] };
    const { token } = sitting;
    return pushReplySchema.parse(await callApi(server, 'sync/push', { token, body: push }));
  };
  return { examId, sitting, absent, opened, proctor, standing };
}
