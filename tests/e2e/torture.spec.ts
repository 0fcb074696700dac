/** The short form of `npm run torture`: one sitting that meets the worst of it, on a real Postgres. */
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

/** In the browser that people have: only that keeps what it promised to keep, however full the disk. */
async function keepsEveryPromise(plan: Plan): Promise<void> {
  const { use } = test.info().project;
  const executablePath = process.env.CHROME_PATH;
  const launchOptions = { ...use.launchOptions, ...(executablePath && { executablePath }) };
  const phone = await TornPhone.start(world.url, { ...use, launchOptions });
  try {
    const { findings, story } = await sit(world, phone, () => Promise.resolve(phone), plan);
    // How fast is for `npm run torture` to judge, which has the machine to itself.
    expect({ ...findings, slow: [] }, story.join('\n')).toEqual(nothingFound());
  } finally {
    await phone.remove();
  }
}

test('rules 1, 2, 3, 6, 9, 11: server, database, browser and tab killed, words lost and doubled: no answer lost, none twice, nothing called received that is not', async () => {
  await keepsEveryPromise(shortPlan);
});

test('rules 1, 7: a disk that is really full, and a browser killed on it, cost nothing that was called saved', async () => {
  await keepsEveryPromise(fullDiskPlan);
});
