/** The short form of `npm run torture`: one sitting that meets the worst of it, on a real Postgres. */
import { expect } from '@playwright/test';
import { nothingFound } from '#tests/torture/oracle.ts';
import { shortPlan } from '#tests/torture/short-plan.ts';
import { sit } from '#tests/torture/sitting.ts';
import { TornPhone } from '#tests/torture/torn-phone.ts';
import { openWorld, type World } from '#tests/torture/world.ts';
import { test } from './support/test.ts';

let world: World;
test.beforeAll(async () => {
  world = await openWorld(shortPlan.seed);
});
test.afterAll(() => world.close());

test('rules 1, 2, 3, 6, 9, 11: server, database, browser and tab killed, words lost and doubled: no answer lost, none twice, nothing called received that is not', async () => {
  test.setTimeout(300_000);
  const phone = await TornPhone.start(world.url);
  const { findings, story } = await sit(world, phone, () => Promise.resolve(phone), shortPlan);
  expect(findings, story.join('\n')).toEqual(nothingFound());
  await phone.remove();
});
