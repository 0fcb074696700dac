// For each operation, a request that succeeds, made from what is in the world; random requests start from it. When an
// operation has no recipe, a test says so.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { totpOf } from '#api/services/auth/second-factor.ts';
import { changeSetting, readSetting } from '#api/services/settings/settings.ts';
import { type MeritList, meritListSchema } from '#contract/desk/merit.ts';
import { recoveryCodesSchema, secondFactorSecretSchema } from '#contract/site/account.ts';
import { ownPhotoSchema } from '#contract/site/photo.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { sittingDocuments } from '#db/schema/sittings.ts';
import { INBOUND_SECRET } from '#tests/support/api.ts';
import { answerText, handOver } from '#tests/support/hand-over.ts';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { PASSWORD } from '#tests/support/people.ts';
import { portrait } from '#tests/support/portrait.ts';
import { row, uploadWell, workbook } from '../uploading.ts';
import type { Json } from './fitting-values.ts';
import { type World, webhookProof } from './world.ts';

export type Attempt = {
  token?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: { [name: string]: Json };
  form?: Record<string, string | File>;
  /** The name of the form part that holds `json` as text. */
  jsonPart?: string;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
};
type Recipe = (world: World) => Promise<Attempt>;

const versioned = z.object({ version: z.int() });
const marked = z.object({ version: z.string() });

/** The administrator asks for something that is there already. */
const plainly: Recipe = async ({ api }) => ({ token: api.adminToken });
const ofExam: Recipe = async ({ api, exams }) => ({
  token: api.adminToken,
  params: { id: exams.mcq },
});
const ofQuestion: Recipe = async ({ api, qids: [id = ''] }) => ({
  token: api.adminToken,
  params: { id },
});
/** An exam that no other request needs. */
const ofOwnExam: Recipe = async ({ api }) => ({
  token: api.adminToken,
  params: { id: await api.makeExam() },
  json: {},
});
const ofProctor: Recipe = async ({ api }) => ({
  token: api.adminToken,
  params: { uid: (await api.makeStaff('proctor')).uid },
});
const ofCandidate: Recipe = async (world) => ({
  token: world.api.adminToken,
  params: { uid: (await world.candidate('Registered')).uid },
});
const officeAct: Recipe = async (world) => ({
  ...(await ofCandidate(world)),
  json: { reason: 'Asked for it at the desk' },
});
const ofAssignment: Recipe = async ({ api, exams, proctor }) => ({
  token: api.adminToken,
  params: { uid: proctor.uid, examId: exams.mcq },
});
const ofApplication: Recipe = async (world) => ({
  token: world.api.adminToken,
  params: { id: await world.application() },
});
const ofSettledOrder: Recipe = async (world) => {
  const { orderId } = await world.order();
  await world.asAdmin(`payments/${orderId}/reconcile`, undefined, 'POST');
  return { token: world.api.adminToken, params: { orderId } };
};
const asCandidate: Recipe = async (world) => ({
  token: (await world.candidate('Registered')).token,
});

const person = (number: number) => ({
  email: `fuzz${number}@example.in`,
  mobile: `8${String(number).padStart(9, '0')}`,
});
const details = {
  address: '1 Main Road',
  city: 'Hyderabad',
  state: 'Telangana',
};
const sender = { email: 'asha@example.in', phone: '9876543210', message: 'Please call me.' };

const resultPdf = () => new File([new Uint8Array(makePdf())], 'result.pdf');

const examDraft = {
  name: 'Clerk',
  price: 499.5,
  description: '<p>About</p>',
  duration: 90,
  startDate: '2026-04-01T10:00',
  format: 'MCQ',
  status: 'Active',
  fields: [{ fieldType: 'Fuzz', fieldCount: 2 }],
};
const newQuestion = (number: number) => ({
  Questions: `A new question ${number}`,
  OptionOne: 'red',
  OptionTwo: 'green',
  OptionThree: 'blue',
  OptionFour: 'white',
  CorrectAnswer: 'OptionThree',
  Weightage: 2,
  Negative: 0.5,
  Type: 'Changed',
});

async function ownQuestion({ api, number }: World) {
  const type = `Alone ${number()}`;
  const [id = ''] = await api.makeQuestions(type, 1);
  return { id, type };
}

/** A question whose key was corrected after somebody had sat it, with the list of changes ready. */
async function rescored(world: World) {
  const { api } = world;
  const { id, type } = await ownQuestion(world);
  const examId = await api.makeExam({ sections: [{ fieldType: type, fieldCount: 1 }] });
  await world.satThrough(examId);
  const standing = await world.read(`questions/${id}`, z.looseObject({}));
  await world.asAdmin(`questions/${id}`, { ...standing, CorrectAnswer: 'OptionTwo' }, 'PUT');
  await world.asAdmin(`questions/${id}/rescore`, undefined, 'POST');
  await world.finishRescores();
  return id;
}

/** An exam with a worked-out merit list, and a candidate on it. */
async function ranked(world: World) {
  const { api } = world;
  const { type } = await ownQuestion(world);
  const id = await api.makeExam({ sections: [{ fieldType: type, fieldCount: 1 }] });
  const { candidate } = await world.satThrough(id);
  await world.asAdmin(`exams/${id}/merit/work-out`, undefined, 'POST');
  const { body } = await world.asAdmin(`exams/${id}/merit`);
  const list = meritListSchema.parse(body);
  const attempt = { token: api.adminToken, params: { id } };
  return { id, uid: candidate.uid, list, attempt };
}
const ofRanked: Recipe = async (world) => (await ranked(world)).attempt;
const publication = ({ latest }: MeritList) => ({
  edition: latest?.id ?? '',
  names: true,
  despite: true,
  reason: 'The board has met',
});

async function enquiry({ api, read, number }: World) {
  const search = `somebody${number()}@example.in`;
  await api.request('newsletter', {
    json: { email: search },
    headers: { 'x-forwarded-for': `11.0.${number() % 200}.${number() % 200}` },
  });
  const list = z.array(z.object({ _id: z.string(), version: z.int() }));
  const [found] = await read(`enquiries?search=${search}`, list);
  if (!found) throw new Error('the enquiry was not stored');
  return found;
}

/** A sitting with late acts that await a person's decision. */
async function held(world: World) {
  const examId = await world.api.makeExam({
    durationMinutes: 1,
    sections: [{ fieldType: 'Fuzz', fieldCount: 2 }],
  });
  const sat = await world.before(20 * 60_000, () => world.sitting(examId));
  const { phone } = sat;
  const event = { ...phone.event(1, 'submitted'), elapsed: 30_000 };
  await phone.submit(1, [], { events: [event], elapsed: 30_000 });
  return sat;
}

async function beginSecondFactor({ api }: World) {
  const { token } = await api.makeStaff('proctor');
  const { body } = await api.request('account/second-factor', {
    token,
    json: { password: PASSWORD },
  });
  const { secret } = secondFactorSecretSchema.parse(body);
  return { token, json: { code: totpOf(secret).generate({ timestamp: api.clock.now }) } };
}

async function sitAndSendPage(world: World) {
  const sat = await world.sitting(world.exams.mix);
  const sha256 = createHash('sha256').update(world.page).digest('hex');
  return {
    ...sat,
    attempt: {
      token: sat.candidate.token,
      params: { id: world.exams.mix, sha256 },
      query: { start: '0', size: String(world.page.length) },
      bytes: world.page,
    },
  };
}

/** The page is on the server. */
async function pageSent(world: World) {
  const sat = await sitAndSendPage(world);
  const { attempt } = sat;
  const { id, sha256 } = attempt.params;
  await world.api.app.request(
    `/api/v1/exams/${id}/documents/${sha256}?${new URLSearchParams(attempt.query)}`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${attempt.token}` },
      body: new Uint8Array(world.page),
    },
  );
  return sat;
}

/** A candidate of the exam, with a photograph. */
async function photographed(world: World) {
  const candidate = await world.candidate('Fees Paid');
  const json = { jpeg: await portrait() };
  const { token } = candidate;
  const { body } = await world.api.request('account/photo', { method: 'PUT', token, json });
  return { ...candidate, version: ownPhotoSchema.parse(body).photo?.version ?? '' };
}

export const recipes: Record<string, Recipe> = {
  'post /auth/signup': async ({ exams, number }) => ({
    json: {
      ...person(number()),
      ...details,
      fullName: 'Asha Rao',
      password: PASSWORD,
      dateOfBirth: '1999-05-17',
      postAppliedFor: exams.mcq,
    },
  }),
  'post /auth/signin': async (world) => ({
    json: { uid: (await world.candidate()).uid, password: PASSWORD },
  }),
  'post /auth/signout': asCandidate,
  'post /auth/reset-password': async (world) => ({ json: { uid: (await world.candidate()).uid } }),
  'post /auth/change-password': async (world) => ({
    token: (await world.candidate()).token,
    json: { password: PASSWORD, newPassword: 'a still better pass phrase' },
  }),
  'post /auth/send-uid': async (world) => ({ json: { mobile: (await world.candidate()).mobile } }),
  'get /account': asCandidate,
  'put /account': async (world) => {
    const { token, email, mobile } = await world.candidate();
    const { body } = await world.api.request('account', { token });
    return {
      token,
      json: {
        ...details,
        email,
        mobile,
        version: z.object({ version: z.string() }).parse(body).version,
      },
    };
  },
  'put /account/exam': async (world) => ({
    token: (await world.candidate('Fees Paid')).token,
    json: { examID: world.exams.mcq },
  }),
  'get /account/data': async (world) => ({ token: (await world.satThrough()).candidate.token }),
  'post /account/delete': async (world) => ({
    token: (await world.candidate()).token,
    json: { password: PASSWORD },
  }),
  'get /account/photo': asCandidate,
  'put /account/photo': async (world) => ({
    token: (await world.candidate()).token,
    json: { jpeg: await portrait() },
  }),
  'delete /account/photo': async (world) => ({ token: (await photographed(world)).token }),
  'get /account/second-factor': async ({ proctor }) => ({ token: proctor.token }),
  'post /account/second-factor': async ({ api }) => ({
    token: (await api.makeStaff('proctor')).token,
    json: { password: PASSWORD },
  }),
  'post /account/second-factor/confirm': beginSecondFactor,
  'post /account/second-factor/remove': async (world) => {
    const { token, json } = await beginSecondFactor(world);
    const { body } = await world.api.request('account/second-factor/confirm', { token, json });
    const [code = ''] = recoveryCodesSchema.parse(body).recoveryCodes;
    return { token, json: { password: PASSWORD, code } };
  },

  'get /exams': async () => ({}),
  'post /exams': async ({ api, page }) => ({
    token: api.adminToken,
    json: examDraft,
    jsonPart: 'data',
    form: { image: new File([new Uint8Array(page)], 'exam.png') },
  }),
  'get /exams/names': plainly,
  'get /exams/question-types': plainly,
  'get /exams/question-counts': plainly,
  'get /exams/:id': async ({ exams }) => ({ params: { id: exams.mcq } }),
  'put /exams/:id': async ({ api }) => ({
    token: api.adminToken,
    params: { id: await api.makeExam() },
    json: examDraft,
    jsonPart: 'data',
  }),
  'delete /exams/:id': async ({ api }) => ({
    token: api.adminToken,
    params: { id: await api.makeExam() },
  }),
  'post /exams/:id/archive': ofOwnExam,
  'post /exams/:id/bring-back': ofOwnExam,
  'get /exams/:id/preview': ofExam,
  'get /exams/:id/merit': ofExam,
  'put /exams/:id/merit': async (world) => {
    const { attempt, list } = await ranked(world);
    const cutoffs = { total: 1, sections: [], categories: [{ category: 'OBC', least: 0.5 }] };
    const rules = { ...list.rules, cutoffs };
    return { ...attempt, json: { rules, version: list.version, reason: 'As announced' } };
  },
  'put /exams/:id/merit/categories': async (world) => {
    const { attempt, uid } = await ranked(world);
    return { ...attempt, json: { list: `${uid}\tOBC`, reason: 'By their certificates' } };
  },
  'post /exams/:id/merit/work-out': ofRanked,
  'get /exams/:id/merit/places': ofRanked,
  'get /exams/:id/merit/export': ofRanked,
  'post /exams/:id/merit/publish': async (world) => {
    const { attempt, list } = await ranked(world);
    return { ...attempt, json: publication(list) };
  },
  'post /exams/:id/merit/withdraw': async (world) => {
    const { attempt, id, list } = await ranked(world);
    await world.asAdmin(`exams/${id}/merit/publish`, publication(list), 'POST');
    return { ...attempt, json: { reason: 'A key was wrong' } };
  },
  'get /documents/:id': async (world) => {
    await pageSent(world);
    const [page] = await world.api.deps.db.orm.select().from(sittingDocuments).limit(1);
    return { token: world.api.adminToken, params: { id: page?.fileId ?? '' } };
  },
  'get /merit': async () => ({}),
  'get /merit/:id/rank': async (world) => {
    const { id, uid, list } = await ranked(world);
    await world.asAdmin(`exams/${id}/merit/publish`, publication(list), 'POST');
    return { params: { id }, query: { uid } };
  },
  'post /exams/updateuser': async (world) => {
    const { candidate } = await world.order();
    return { token: candidate.token, json: { uid: candidate.uid } };
  },
  'get /exams/by-exam/:id': ofExam,
  'get /exams/:id/cell': ofExam,
  'get /exams/:id/cell/roster': ofExam,
  'get /exams/:id/cell/results': ofExam,
  'post /exams/:id/cell/results': async ({ api, exams }) => {
    // Signed by this server, which also plays the cell.
    const { keys } = api.deps.keys.receiptKeys;
    const { version } = await readSetting(api.deps.db.orm, 'cells');
    const value = { cells: [{ address: 'https://cell.test', keys: [...keys] }] };
    await changeSetting(api.deps, 'SuperAdmin', 'cells', { version, value });
    const file = await api.fetch(`exams/${exams.free}/cell/results`, { token: api.adminToken });
    return {
      token: api.adminToken,
      params: { id: exams.free },
      query: { dryRun: '0' },
      form: { file: new File([await file.arrayBuffer()], 'results.jsonl') },
    };
  },
  'put /exams/:id/participants/:uid': async ({ api, candidate, exams }) => ({
    token: api.adminToken,
    params: { id: exams.mcq, uid: (await candidate('Fees Paid')).uid },
    json: { room: 'Hall A', extraPercent: 25, largerText: true, reader: false, note: '' },
  }),
  'post /exams/:id/participants/room': async ({ api, candidate, exams }) => ({
    token: api.adminToken,
    params: { id: exams.mcq },
    json: { uids: [(await candidate('Fees Paid')).uid], room: 'Hall B', reason: 'A flood' },
  }),
  'get /exams/by-exam/:id/export': ofExam,
  'get /exams/by-exam/:id/rooms': ofExam,
  'get /exams/:id/rooms': ofExam,
  'get /exams/:id/analysis': ofExam,
  'get /exams/:id/analysis/questions': ofExam,
  'get /exams/:id/analysis/export': ofExam,
  'post /exams/allow-another': async (world) => ({
    token: world.api.adminToken,
    json: { uid: (await world.candidate('Completed')).uid, examID: world.exams.free },
  }),
  'post /exams/upload-result/:id': async ({ api }) => ({
    token: api.adminToken,
    params: { id: await api.makeExam() },
    form: { pdf: resultPdf() },
  }),
  'delete /exams/delete-result/:id': async ({ api }) => {
    const id = await api.makeExam();
    const form = new FormData();
    form.set('pdf', resultPdf());
    await api.request(`exams/upload-result/${id}`, { token: api.adminToken, form });
    return { token: api.adminToken, params: { id } };
  },
  'get /exams/:id/result-texts': ofExam,
  'post /exams/:id/result-texts': ofExam,

  'post /payment/hdfc': async (world) => {
    const { uid, token } = await world.candidate();
    return { token, json: { exam_id: world.exams.mcq, customer_id: uid } };
  },
  'get /payment/paymentresponse': async (world) => ({ query: (await world.order()).back }),
  'post /payment/paymentresponse': async (world) => ({ form: (await world.order()).back }),
  'get /payment/applicationpaymentresponse': async (world) => ({
    query: (await world.order('decline')).back,
  }),
  'post /payment/applicationpaymentresponse': async (world) => ({
    form: (await world.order('decline')).back,
  }),
  'post /payment/webhook': async (world) => ({
    headers: webhookProof(),
    json: {
      event_name: 'ORDER_SUCCEEDED',
      content: { order: { order_id: (await world.order()).reference } },
    },
  }),
  'get /payment/orders/:orderId': async (world) => {
    const { candidate, orderId } = await world.order('decline');
    return { token: candidate.token, params: { orderId } };
  },
  'get /payments/:orderId/receipt': ofSettledOrder,
  'get /payments': plainly,
  'get /payments/export': plainly,
  'get /payments/:orderId': ofSettledOrder,
  'post /payments/:orderId/reconcile': ofSettledOrder,
  'post /payments/:orderId/refunds': async (world) => ({
    ...(await ofSettledOrder(world)),
    json: {
      requestId: `R${String(world.number()).padStart(15, '0')}`,
      amount: 100.5,
      reason: 'Asked for',
    },
  }),

  'post /applications': async () => ({
    json: { name: 'Ravi', email: sender.email, phone: sender.phone, course: 'US CMA' },
  }),
  'get /applications': plainly,
  'get /applications/export': plainly,
  'get /applications/:id': ofApplication,
  'put /applications/:id': async (world) => {
    const attempt = await ofApplication(world);
    const { version } = await world.read(`applications/${attempt.params?.id}`, versioned);
    return { ...attempt, json: { version, state: 'contacted', note: 'Called.' } };
  },
  'post /applicationpayment/hdfc': async (world) => ({
    json: { customer_id: await world.application() },
  }),

  'post /contact': async () => ({ json: { firstname: 'Asha', lastname: 'Rao', ...sender } }),
  'post /enquiries': async () => ({ json: { name: 'Asha Rao', ...sender } }),
  'post /newsletter': async () => ({ json: { email: sender.email } }),
  'get /enquiries': plainly,
  'get /enquiries/export': plainly,
  'get /enquiries/:id': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await enquiry(world))._id },
  }),
  'put /enquiries/:id': async (world) => {
    const { _id, version } = await enquiry(world);
    const json = { state: 'answered', note: 'Written to.', version };
    return { token: world.api.adminToken, params: { id: _id }, json };
  },

  'get /questions': async (world) => ({ token: (await world.sitting()).candidate.token }),
  'post /questions/upload': async ({ api, number }) => ({
    token: api.adminToken,
    form: {
      file: new File([new Uint8Array(workbook([row(`What is ${number()}?`)]))], 'questions.xlsx'),
    },
  }),
  'get /questions/download': plainly,
  'get /questions/template': plainly,
  'get /questions/sample': plainly,
  'get /questions/imports': plainly,
  'post /questions/imports/:id/take-back': async (world) => {
    const { api } = world;
    const name = `wrong-${world.number()}.xlsx`;
    await uploadWell(api, workbook([row(`Which way, ${name}?`)]), '', name);
    const named = z.array(z.object({ id: z.string(), fileName: z.string() }));
    const imports = await world.read('questions/imports', named);
    return {
      token: api.adminToken,
      params: { id: imports.find(({ fileName }) => fileName === name)?.id ?? '' },
      json: { reason: 'The wrong file' },
    };
  },
  'get /questions/:id': ofQuestion,
  'put /questions/:id': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await ownQuestion(world)).id },
    json: newQuestion(world.number()),
  }),
  'delete /questions/:id': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await ownQuestion(world)).id },
  }),
  'post /questions/:id/archive': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await ownQuestion(world)).id },
    json: {},
  }),
  'post /questions/:id/bring-back': async (world) => {
    const { id } = await ownQuestion(world);
    await world.asAdmin(`questions/${id}/archive`, {}, 'POST');
    return { token: world.api.adminToken, params: { id } };
  },
  'get /questions/:id/history': ofQuestion,
  'post /questions/:id/rescore': ofQuestion,
  'get /questions/:id/rescore': async (world) => ({
    token: world.api.adminToken,
    params: { id: await rescored(world) },
  }),
  'get /questions/:id/rescore/changes': async (world) => ({
    token: world.api.adminToken,
    params: { id: await rescored(world) },
  }),
  'post /questions/:id/rescore/apply': async (world) => {
    const id = await rescored(world);
    const ready = z.object({ version: z.int(), changes: z.int() });
    const { version, changes } = await world.read(`questions/${id}/rescore`, ready);
    return { token: world.api.adminToken, params: { id }, json: { version, changes } };
  },

  'get /exams/:id/sealed-paper': async ({ candidate, exams }) => ({
    token: (await candidate('Fees Paid', exams.mcq)).token,
    params: { id: exams.mcq },
  }),
  'get /exams/:id/key': async ({ exams }) => ({ params: { id: exams.together } }),
  'post /exams/:id/readiness': async ({ candidate, exams, number }) => ({
    token: (await candidate('Fees Paid', exams.mcq)).token,
    params: { id: exams.mcq },
    json: { deviceId: `device${number()}`, hash: '' },
  }),
  'get /exams/:id/start-codes': ofExam,
  'get /exams/:id/start-code': async ({ api, exams, asAdmin }) => {
    await asAdmin(`exams/${exams.mcq}/start-code`, { room: 'Hall 1' });
    return { token: api.adminToken, params: { id: exams.mcq }, query: { room: 'Hall 1' } };
  },
  'post /exams/:id/start-code': async ({ api, exams }) => ({
    token: api.adminToken,
    params: { id: exams.mcq },
    json: { room: 'Hall 1' },
  }),
  'get /exams/:id/start-texts': ofExam,
  'post /exams/:id/start-texts': async ({ api, candidate }) => {
    const startsAt = api.clock.now + 86_400_000;
    const id = await api.makeExam({ startsAt });
    await candidate('Fees Paid', id);
    const startDate = new Date(startsAt).toISOString();
    return { token: api.adminToken, params: { id }, json: { startDate } };
  },
  'post /exams/:id/sitting': async ({ candidate, exams }) => ({
    token: (await candidate('Fees Paid')).token,
    params: { id: exams.mcq },
    json: { protocol: PROTOCOL, deviceId: 'phone-1' },
  }),
  'post /sync/push': async (world) => {
    const { candidate, phone, sittingId } = await world.sitting();
    const qid = phone.opened.questions[0]?.qid ?? '';
    return {
      token: candidate.token,
      json: {
        protocol: PROTOCOL,
        sittingId,
        deviceId: 'phone-1',
        epoch: 1,
        events: z
          .array(z.json())
          .parse([phone.event(1, 'started'), phone.event(2, 'answered', qid, 'OptionTwo')]),
      },
    };
  },
  'post /sync/handover': async (world) => {
    const { phone } = await world.sitting();
    const qid = phone.opened.questions[0]?.qid ?? '';
    const events = [phone.event(1, 'started'), phone.event(2, 'answered', qid, 'OptionTwo')];
    return { token: world.api.adminToken, bytes: await handOver(phone, events) };
  },
  'get /receipts/:code': async (world) => {
    const { sittingId } = await world.satThrough();
    const [row] = await world.api.deps.db.rows('select code from receipts where sitting_id = $1', [
      sittingId,
    ]);
    return { params: z.object({ code: z.string() }).parse(row) };
  },
  'post /sms/inbound/:provider': async (world) => {
    const { phone } = await world.sitting();
    const text = await answerText(phone, ['OptionOne']);
    return {
      params: { provider: 'infobip' },
      query: { secret: INBOUND_SECRET },
      headers: { 'content-type': 'application/json' },
      json: {
        results: [{ from: '919876543210', text, receivedAt: '2026-03-02T06:30:00.000+0000' }],
      },
    };
  },
  'get /sms/inbound/:provider': async (world) => {
    const { phone } = await world.sitting();
    const message = await answerText(phone, ['OptionTwo'], { kind: 'so-far' });
    return {
      params: { provider: 'custom' },
      query: { secret: INBOUND_SECRET, sender: '919876543210', message },
    };
  },
  'get /sync/time': async () => ({}),
  'get /sync/stream': async (world) => {
    const { candidate, sittingId } = await world.sitting();
    return { token: candidate.token, query: { sittingId } };
  },
  'post /sync/report': async (world) => {
    const { candidate, sittingId } = await world.sitting();
    const facts = { waiting: 2, pages: 0, freeMb: 900, battery: 55, net: '4g', app: '1.0.0' };
    return { token: candidate.token, json: { sittingId, deviceId: 'phone-1', ...facts } };
  },
  'post /exams/submit-mcq': async (world) => {
    const { candidate, phone } = await world.sitting();
    const answers = phone.opened.questions.map(({ qid }) => ({ qid, answer: 'OptionTwo' }));
    return {
      token: candidate.token,
      json: { uid: candidate.uid, examID: world.exams.mcq, answers },
    };
  },
  'post /exams/upload-docs': async (world) => {
    const { uid, token } = await world.candidate('Fees Paid', world.exams.mix);
    const docs = new File([new Uint8Array(world.page)], 'page.png');
    return { token, form: { uid, examID: world.exams.mix, docs } };
  },
  'get /exams/:id/documents/:sha256': async (world) => {
    const { attempt } = await pageSent(world);
    return { token: attempt.token, params: attempt.params };
  },
  'put /exams/:id/documents/:sha256': async (world) => (await sitAndSendPage(world)).attempt,
  'get /exams/getresult/:uid': async (world) => {
    const { uid, token } = (await world.satThrough()).candidate;
    return { token, params: { uid } };
  },
  'get /sittings': async (world) => ({ token: (await world.satThrough()).candidate.token }),
  'get /sittings/held': async (world) => {
    await held(world);
    return { token: world.api.adminToken };
  },
  'post /sittings/:id/held': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await held(world)).sittingId },
    json: { counted: true, reason: 'The hall had no power.' },
  }),
  'get /sittings/:id/answers': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await world.satThrough()).sittingId },
  }),
  'post /sittings/:id/looked': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await held(world)).sittingId },
  }),
  'get /live': plainly,
  'get /live/:examId/sittings': async ({ api, exams }) => ({
    token: api.adminToken,
    params: { examId: exams.mcq },
  }),

  'get /activity': plainly,
  'get /activity/export': plainly,
  'get /candidates': plainly,
  'get /candidates/export': plainly,
  'get /candidates/:uid': ofCandidate,
  'post /candidates': async ({ api, exams, number }) => ({
    token: api.adminToken,
    json: {
      ...person(number()),
      fullName: 'Asha Rao',
      examID: exams.mcq,
      officeInvoice: 'INV-7',
      reason: 'Came to the counter',
    },
  }),
  'post /candidates/list': async ({ api, exams, number }) => ({
    token: api.adminToken,
    query: { dryRun: '0' },
    form: {
      file: new File([`Name,Mobile\nAsha Rao,8${String(number()).padStart(9, '0')}\n`], 'list.csv'),
      examID: exams.mcq,
      officeInvoice: 'INV-7',
      reason: 'A college sent it',
    },
  }),
  'get /candidates/lists': plainly,
  'get /candidates/template': plainly,
  'post /candidates/:uid/move': async ({ api, exams }) => {
    const { uid, enrolmentId } = await api.makeCandidate({ examId: exams.mcq });
    const json = {
      enrolment: enrolmentId ?? '',
      examID: await api.makeExam(),
      reason: 'The second shift',
    };
    return { token: api.adminToken, params: { uid }, json };
  },
  'post /candidates/:uid/paid-by-invoice': async ({ api, exams }) => {
    const { uid, enrolmentId } = await api.makeCandidate({ examId: exams.mcq });
    const json = { enrolment: enrolmentId ?? '', officeInvoice: 'INV-7', reason: 'The college' };
    return { token: api.adminToken, params: { uid }, json };
  },
  'put /candidates/:uid': async (world) => {
    const { uid } = await world.candidate('Registered');
    const { version } = await world.read(`candidates/${uid}`, marked);
    const json = { ...person(world.number()), fullName: 'Asha Rao', version, reason: 'A slip' };
    return { token: world.api.adminToken, params: { uid }, json };
  },
  'put /candidates/:uid/note': async (world) => {
    const { uid } = await world.candidate('Registered');
    const { version } = await world.read(`candidates/${uid}`, marked);
    return { token: world.api.adminToken, params: { uid }, json: { note: 'Called', version } };
  },
  'post /candidates/:uid/password': officeAct,
  'get /candidates/:uid/photo': ofCandidate,
  'post /candidates/:uid/photo/remove': async (world) => {
    const { uid, version } = await photographed(world);
    const json = { version, reason: 'Shows no face' };
    return { token: world.api.adminToken, params: { uid }, json };
  },
  'post /candidates/:uid/block': async (world) => ({
    ...(await officeAct(world)),
    json: { reason: 'Two accounts', endExam: true },
  }),
  'post /candidates/:uid/unblock': officeAct,

  'get /staff': plainly,
  'post /staff': async ({ api, number }) => ({
    token: api.adminToken,
    json: { fullName: 'Meera', ...person(number()) },
  }),
  'get /staff/:uid': ofProctor,
  'put /staff/:uid': async (world) => {
    const attempt = await ofProctor(world);
    const shape = z.object({ version: z.string() });
    const { version } = await world.read(`staff/${attempt.params?.uid}`, shape);
    return { ...attempt, json: { fullName: 'Meera', ...person(world.number()), version } };
  },
  'post /staff/:uid/password': ofProctor,
  'post /staff/:uid/revoke': ofProctor,
  'post /staff/:uid/restore': ofProctor,
  'get /staff/:uid/exams': ofProctor,
  'put /staff/:uid/exams/:examId': ofAssignment,
  'delete /staff/:uid/exams/:examId': ofAssignment,
  'put /staff/:uid/exams/:examId/rooms': async (world) => {
    const attempt = await ofAssignment(world);
    const { uid = '', examId = '' } = attempt.params ?? {};
    await world.asAdmin(`staff/${uid}/exams/${examId}`, undefined, 'PUT');
    return { ...attempt, json: { rooms: ['Hall A', 'Hall B'] } };
  },
  'get /proctor/exams': async ({ proctor }) => ({ token: proctor.token }),
  'get /proctor/board': async ({ api, exams }) => ({
    token: api.adminToken,
    query: { exam: exams.mcq },
  }),
  'get /proctor/held': async (world) => {
    const { candidate, phone } = await held(world);
    const exam = phone.opened.examId;
    return { token: world.api.adminToken, query: { exam, row: candidate.enrolmentId ?? '' } };
  },
  'get /proctor/photo': async (world) => {
    const { enrolmentId } = await photographed(world);
    const query = { exam: world.exams.mcq, row: enrolmentId ?? '' };
    return { token: world.api.adminToken, query };
  },
  'get /proctor/report': async ({ api, exams }) => ({
    token: api.adminToken,
    query: { exam: exams.mcq },
  }),
  'get /proctor/stream': async ({ api, exams }) => ({
    token: api.adminToken,
    query: { exam: exams.mcq },
  }),
  'post /proctor/acts': async (world) => {
    const { candidate } = await world.sitting();
    const id = `act${String(world.number()).padStart(17, '0')}`;
    const doneAt = new Date(world.api.clock.now).toISOString();
    const to = { row: candidate.enrolmentId ?? '' };
    const act = { id, examId: world.exams.mcq, doneAt, kind: 'extra-time', to };
    return {
      token: world.api.adminToken,
      json: { deviceId: 'proctor-1', acts: [{ ...act, minutes: 5, reason: 'Power cut' }] },
    };
  },

  'get /settings/brand': async () => ({}),
  'put /settings/brand': async (world) => ({
    token: world.api.adminToken,
    json: (await world.read('settings', z.object({ brand: z.record(z.string(), z.json()) }))).brand,
  }),
  'get /settings': plainly,
  'put /settings/policies': async (world) => ({
    token: world.api.adminToken,
    json: (await world.read('settings', z.object({ policies: z.record(z.string(), z.json()) })))
      .policies,
  }),
  'put /settings/cells': async (world) => {
    const shape = z.object({ cells: z.object({ version: z.int() }) });
    const { version } = (await world.read('settings', shape)).cells;
    return { token: world.api.adminToken, json: { version, value: { addresses: [] } } };
  },
  'get /settings/integrations': plainly,
  'post /settings/integrations/:name/test': async ({ api }) => ({
    token: api.adminToken,
    params: { name: 'database' },
    json: {},
  }),
  'get /exams/:id/marking': async ({ api, exams }) => ({
    token: api.adminToken,
    params: { id: exams.mix },
  }),
  'get /sittings/:id/marking': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await world.satThrough(world.exams.mix)).sittingId },
  }),
  'put /sittings/:id/marking': async (world) => ({
    token: world.api.adminToken,
    params: { id: (await world.satThrough(world.exams.mix)).sittingId },
    json: { documents: 7.5, reason: 'All steps shown', seen: null },
  }),
};
