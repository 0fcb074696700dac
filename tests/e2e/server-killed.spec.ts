/** The server dies between taking an answer and saying so: nothing acknowledged is lost, nothing counts twice. */
import { expect } from '@playwright/test';
import { type TcpWire, tcpWire } from '#tests/support/tcp-wire.ts';
import { examSite } from './support/exam-site.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import { type RunningServer, runServer } from './support/running-server.ts';
import {
  answer,
  next,
  receipt,
  signIn,
  startExam,
  status,
  submit,
} from './support/sitting-page.ts';
import { test } from './support/test.ts';

let server: RunningServer;
let wire: TcpWire;
test.beforeAll(async () => {
  wire = await tcpWire(() => server.port);
  server = await runServer(wire.port);
});
test.afterAll(async () => {
  await wire.close();
  await server.stop();
});

test('rule 9: an answer whose acknowledgement was lost with the server counts, once', async ({
  page,
}) => {
  const site = await examSite(server);
  const questions = makeQuestions('Kings', 4);
  await site.upload(questions);
  const examId = await site.createExam({
    name: 'Killed Server',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type: 'Kings', count: 4 }],
  });
  const candidate = await site.paidCandidate(examId);
  const choices = new Map<string, string>();
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);

  await answer(page, questions, 0, choices);
  await expect(status(page)).toHaveText('Received by the exam server');
  await next(page);

  const lost = wire.loseAnswers();
  await answer(page, questions, 1, choices);
  await lost;
  await server.kill();
  await expect(status(page)).toHaveText('Saved on this phone · 1 waiting');
  await next(page);
  await answer(page, questions, 2, choices);
  await expect(status(page)).toHaveText('Saved on this phone · 2 waiting');

  wire.restore();
  await server.start();
  await expect(status(page)).toHaveText('Received by the exam server', { timeout: 45_000 });

  // The submission meets the same fate: its receipt is lost with the server.
  const lostAgain = wire.loseAnswers();
  await submit(page);
  await lostAgain;
  await server.kill();
  await expect(page.getByText('Submitted on this phone')).toBeVisible();
  wire.restore();
  await server.start();
  await expect(page.getByTestId('receipt')).toBeVisible({ timeout: 45_000 });
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
});
