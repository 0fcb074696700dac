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

/** The operation that describes the others. */
const itself = ['get /docs', 'get /openapi.json'];

test('every operation has a request that succeeds, to start from', () => {
  expect([...Object.keys(recipes), ...itself].sort()).toEqual(Object.keys(apiRights).sort());
});

describe('random requests to every operation of the OpenAPI document, on the embedded database', () => {
  it('get the answers it describes, and a refusal changes nothing', async () => {
    // Each request costs twice what it does on PostgreSQL, so there are fewer of them, and always the same ones.
    const plan = { seeds: seeds({ kept: 0, fresh: 1 }), runs: 2 };
    const { operations, missed } = await fuzz(world, plan, 'PGlite');
    expect([...operations, ...itself].sort()).toEqual(Object.keys(apiRights).sort());
    // Every operation succeeds at least once; one that can't would be named here, with the reason.
    expect(missed).toEqual([]);
  });
});
