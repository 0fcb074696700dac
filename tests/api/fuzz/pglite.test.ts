import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { seeds } from '#tests/support/random.ts';
import { apiRights } from '../../rights-table.ts';
import { fuzz } from './fuzz.ts';
import { recipes } from './recipes.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What describes the others. */
const itself = ['get /docs', 'get /openapi.json'];

test('every operation has a request that succeeds, to start from', () => {
  expect([...Object.keys(recipes), ...itself].sort()).toEqual(Object.keys(apiRights).sort());
});

describe('random requests to all that the OpenAPI document tells of, on the embedded database', () => {
  it('are answered as it tells, and a refusal changes nothing', async () => {
    // Each costs twice what it does on PostgreSQL, which is asked more of, and the same each time.
    const plan = { seeds: seeds({ kept: 0, fresh: 1 }), runs: 2 };
    const { operations, missed } = await fuzz(world, plan, 'PGlite');
    expect([...operations, ...itself].sort()).toEqual(Object.keys(apiRights).sort());
    // Success is reached on each; one that can't be would be named here, with the reason.
    expect(missed).toEqual([]);
  });
});
