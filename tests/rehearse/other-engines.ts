/**
 * `npm run rehearse:engines`: an exam in Firefox and in WebKit, the engine of iPhones. Twice the network goes and the phone dies
 * (Firefox is killed, WebKit's page is reloaded) and is opened again without a network. Then the exam is submitted, and the
 * network comes back. The choice must be there each time, the receipt must come, and the result must fit the choices. Needs
 * Debian's firefox-esr, and webkit2gtk-driver with xvfb; an engine that is missing is left out. Exit code 0: at least one
 * engine was there, and nothing was lost.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openSession } from '../e2e/support/admin-session.ts';
import { type ExamSite, examSite, PASSWORD } from '../e2e/support/exam-site.ts';
import { makeQuestions, scoreByHand } from '../e2e/support/question-file.ts';
import { type RunningServer, runServer } from '../e2e/support/running-server.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { type TornWire, tornWire } from '../torture/torn-wire.ts';
import { type Engine, openFirefox, openWebKit } from './engines.ts';

const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT = '/usr/bin/WebKitWebDriver';
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const PATIENCE_MS = 60_000;

const questions = makeQuestions('Rivers', 4);

const postgres = await provisionPostgres();
let running: RunningServer | null = null;
const wire = await tornWire(() => running?.port ?? 0);
let isSound = true;
let sat = 0;
try {
  const databaseUrl = await createDatabase(postgres.url);
  running = await runServer({ publicPort: wire.port, demo: false, databaseUrl });
  const site = await examSite(running);
  await site.upload(questions);
  if (existsSync(FIREFOX)) await sitIn(() => openFirefox(FIREFOX), running, site);
  else console.log(`Firefox left out: no ${FIREFOX}`);
  if (existsSync(WEBKIT) && existsSync(MINI_BROWSER))
    await sitIn(() => openWebKit(WEBKIT, MINI_BROWSER), running, site);
  else console.log(`WebKit left out: no ${WEBKIT}, or no ${MINI_BROWSER}`);
} finally {
  await running?.stop();
  await wire.close();
  await postgres.stop();
}
if (!isSound || sat === 0) process.exitCode = 1;

async function sitIn(
  open: () => Promise<Engine>,
  server: RunningServer,
  site: ExamSite,
): Promise<void> {
  const engine = await open();
  try {
    const said = await sit(engine, server, site, wire);
    console.log(`${engine.name}: ${said}`);
    sat += 1;
  } catch (error) {
    isSound = false;
    const shown = await engine.ask('return document.body.innerText').catch(() => '');
    console.error(`${engine.name}:`, error, String(shown).replaceAll(/\s+/g, ' ').slice(0, 600));
  } finally {
    wire.set(null);
    await engine.close();
  }
}

/** @returns what happened, in words */
async function sit(
  engine: Engine,
  server: RunningServer,
  site: ExamSite,
  { set }: Pick<TornWire, 'set'>,
): Promise<string> {
  const examId = await site.createExam({
    name: 'Other engines',
    startDate: new Date(Date.now() - 60_000),
    minutes: 30,
    sections: [{ type: 'Rivers', count: questions.length }],
  });
  const candidate = await site.paidCandidate(examId);
  const { stored } = await openSession(server, candidate.uid, PASSWORD);
  const choices = new Map<string, string>();
  const until = (what: string) => untilSaid(engine, what);
  const press = (name: string) => pressButton(engine, name);
  const choose = async (index: 0 | 1 | 2 | 3) => {
    const shown = await shownText(engine);
    const question = questions.find(({ text }) => shown.includes(text));
    if (!question) throw new Error('No question is shown.');
    const text = question.options[index];
    await engine.ask(
      `const label = [...document.querySelectorAll('label')].find((one) => one.innerText.includes(${JSON.stringify(text)})); label.querySelector('input').click()`,
    );
    choices.set(question.text, text);
    return async () => {
      await until(question.text);
      const isChecked = await engine.ask(
        `return [...document.querySelectorAll('label')].some((one) => one.innerText.includes(${JSON.stringify(text)}) && one.querySelector('input').checked)`,
      );
      if (isChecked !== true) throw new Error(`“${text}” was chosen, and isn’t any more.`);
    };
  };

  await engine.goTo(server.url);
  await engine.ask(`localStorage.setItem('user', ${JSON.stringify(stored)})`);
  await engine.goTo(`${server.url}/exam`);
  await until('The exam is on this phone');
  await press('Start exam');
  await until('Question 1 of');
  await choose(0);
  await until('Received by the exam server');
  await press('Save & next');
  await until('Question 2 of');
  for (const [at, index] of ([1, 2] as const).entries()) {
    set('cut');
    const isKept = await choose(index);
    await until('Saved on this phone');
    await engine.die(`${server.url}/exam`);
    await until(`Question ${at + 2} of`);
    await isKept();
    set(null);
    await until('Received by the exam server');
    await press('Save & next');
    await until(`Question ${at + 3} of`);
  }
  set('cut');
  await choose(3);
  await until('Saved on this phone');
  await press('Submit exam');
  await press('Submit');
  await until('Submitted on this phone');
  set(null);
  const mended = performance.now();
  await until('Your receipt');
  const seconds = ((performance.now() - mended) / 1_000).toFixed(1);
  const [result, mine] = [await site.resultOf(candidate), scoreByHand(questions, choices)];
  if (JSON.stringify(result) !== JSON.stringify(mine))
    throw new Error(`The result is ${JSON.stringify(result)}, not ${JSON.stringify(mine)}.`);
  return `4 answers, 2 deaths without a network, submitted without a network; receipt ${seconds} s after it was back; the result is right`;
}

async function shownText(engine: Engine): Promise<string> {
  return String(await engine.ask('return document.body?.innerText ?? ""'));
}

/** @throws when the page doesn't show the text within a minute */
async function untilSaid(engine: Engine, what: string): Promise<void> {
  const begun = performance.now();
  for (;;) {
    if ((await shownText(engine)).includes(what)) return;
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`“${what}” is never shown.`);
    await pause(100);
  }
}

/** Presses the topmost button with that name, because a dialog's button lies over the page's. */
async function pressButton(engine: Engine, name: string): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const isPressed = await engine.ask(
      `const button = [...document.querySelectorAll('button')].filter((one) => one.innerText.trim() === ${JSON.stringify(name)} && one.getClientRects().length > 0).at(-1); button?.click(); return Boolean(button)`,
    );
    if (isPressed === true) return;
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`There is no button “${name}”.`);
    await pause(100);
  }
}
