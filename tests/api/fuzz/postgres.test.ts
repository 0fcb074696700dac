import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeds } from '#tests/support/random.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { fuzz } from './fuzz.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld(await migratedPostgresUrl());
});
afterAll(() => world.close());

describe('random requests to every operation of the OpenAPI document, on PostgreSQL', () => {
  it('get the answers it describes, and a refusal changes nothing', async () => {
    const plan = { seeds: seeds({ kept: 1, fresh: 1 }), runs: 3 };
    expect((await fuzz(world, plan, 'PostgreSQL')).missed).toEqual([]);
  });
});
