/** The short form of `npm run torture`: one sitting with the worst faults, on a real Postgres. */
import { expect } from '@playwright/test';
import { nothingFound } from '#tests/torture/oracle.ts';
import { fullDiskPlan, type Plan, shortPlan } from '#tests/torture/plan.ts';
import { sit } from '#tests/torture/sitting.ts';
import { TornPhone } from '#tests/torture/torn-phone.ts';
import { openWorld, type World } from '#tests/torture/world.ts';
import { test } from './support/test.ts';

let world: World;
test.beforeAll(async () => {
  world = await openWorld();
});
test.afterAll(() => world.close());

/** Runs in the browser that people have, because only that one keeps what it promised to store, however full the disk. */
async function keepsEveryPromise(plan: Plan): Promise<void> {
  const { use } = test.info().project;
  const executablePath = process.env.CHROME_PATH;
  const launchOptions = { ...use.launchOptions, ...(executablePath && { executablePath }) };
  const phone = await TornPhone.start(world.url, { ...use, launchOptions });
  try {
    const { findings, story } = await sit(world, phone, () => Promise.resolve(phone), plan);
    // Speed is judged by `npm run torture`, which has the machine to itself.
    expect({ ...findings, slow: [] }, story.join('\n')).toEqual(nothingFound());
  } finally {
    await phone.remove();
  }
}

test('rules 1, 2, 3, 6, 9, 11: server, database, browser and tab are killed, messages lost and doubled; no answer is lost or counted twice, and nothing is called received that isn’t', async () => {
  await keepsEveryPromise(shortPlan);
});

test('rules 1, 7: a disk that is really full, and a browser killed on it, lose nothing that was called saved', async () => {
  await keepsEveryPromise(fullDiskPlan);
});
