/** The slow wire that the phone bench measures through, tested in fake time. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShapedLane } from './shaped-lane.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A lane on which 1,000 bytes take a second to leave, and half a second more to arrive. */
function laneWithFlows<Name extends string>(...names: Name[]) {
  const lane = new ShapedLane(1_000, 500);
  const came: { name: Name; bytes: number; at: number }[] = [];
  const start = performance.now();
  const flows = names.map((name) =>
    lane.open(({ length }) => came.push({ name, bytes: length, at: performance.now() - start })),
  );
  return { came, flows };
}

const bytes = (count: number) => Buffer.alloc(count);

it('takes the time of its rate, then that of its length', () => {
  const { came, flows } = laneWithFlows('a');
  flows[0]?.send(bytes(1_000));
  vi.advanceTimersByTime(1_499);
  expect(came).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(came).toEqual([{ name: 'a', bytes: 1_000, at: 1_500 }]);
});

it('gives all flows together no more than its rate, turn by turn', () => {
  const { came, flows } = laneWithFlows('a', 'b');
  flows[0]?.send(bytes(4_200));
  flows[1]?.send(bytes(2_800));
  vi.advanceTimersByTime(7_500);
  expect(came.map(({ name }) => name).join('')).toBe('aabab');
  expect(came.at(-1)?.at).toBe(7_500);
});

it('saves up no time while nothing is sent', () => {
  const { came, flows } = laneWithFlows('a');
  vi.advanceTimersByTime(60_000);
  flows[0]?.send(bytes(1_000));
  vi.runAllTimers();
  expect(came[0]?.at).toBe(61_500);
});

it('charges nobody for what a dropped flow had still to send', () => {
  const { came, flows } = laneWithFlows('a', 'b');
  flows[0]?.send(bytes(140_000));
  flows[1]?.send(bytes(1_400));
  flows[0]?.drop();
  vi.runAllTimers();
  expect(came.at(-1)).toEqual({ name: 'b', bytes: 1_400, at: 3_300 });
});

it('says that a flow has ended after all of it has arrived', () => {
  const { came, flows } = laneWithFlows('a');
  let ended = 0;
  flows[0]?.send(bytes(1_000));
  flows[0]?.end(() => {
    ended = came.length;
  });
  vi.runAllTimers();
  expect(ended).toBe(1);
});
