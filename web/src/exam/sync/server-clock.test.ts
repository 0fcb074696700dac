import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const SERVER = Date.parse('2026-11-21T05:00:00.000Z');
const beacon = (after: number) => ({
  serverTime: new Date(SERVER + after).toISOString(),
  signature: 's',
});

function phone() {
  const device = { steady: 50_000, wall: 9_000_000 };
  const clock = createServerClock({ steady: () => device.steady, wall: () => device.wall });
  return { device, clock };
}

describe('the server’s clock on the phone (rule 14)', () => {
  it('runs on from the last beacon, whatever the phone’s date is set to', () => {
    const { device, clock } = phone();
    clock.hear(beacon(0), 49_900, 50_100);
    device.steady += 60_000;
    device.wall += 7_200_000;
    expect(clock.now()).toBe(SERVER + 60_000);
    device.wall -= 50_000_000;
    expect(clock.now()).toBe(SERVER + 60_000);
    expect(clock.confirmed()).toBe(true);
    expect(clock.believedAt(beacon(0).serverTime)).toBeNull();
  });

  it('runs on from the stored time, unconfirmed, until the next beacon', () => {
    const { device, clock } = phone();
    clock.restore({ server: SERVER, steady: 40_000, wall: 8_990_000 });
    expect(clock.now()).toBe(SERVER + 10_000);
    expect(clock.confirmed()).toBe(false);
    clock.hear(beacon(500_000), device.steady, device.steady);
    expect(clock.now()).toBe(SERVER + 500_000);
    clock.restore({ server: SERVER, steady: 40_000, wall: 8_990_000 });
    expect(clock.now()).toBe(SERVER + 500_000);
  });

  it('has only the phone’s date before the first beacon', () => {
    const { clock } = phone();
    expect(clock.now()).toBe(9_000_000);
    expect(clock.confirmed()).toBe(false);
    expect(clock.believedAt(beacon(0).serverTime)).toBeNull();
  });

  it('remembers what it showed when the last beacon was given out, before that beacon corrected it [AT8]', () => {
    const { device, clock } = phone();
    clock.hear(beacon(0), 50_000, 50_000);
    device.steady += 60_000;
    clock.hear(beacon(61_500), device.steady, device.steady);
    expect(clock.now()).toBe(SERVER + 61_500);
    expect(clock.believedAt(beacon(61_500).serverTime)).toBe(SERVER + 60_000);
    expect(clock.believedAt(beacon(0).serverTime)).toBeNull();
  });

  it('is stored as it stands, together with the phone’s own two clocks', () => {
    const { device, clock } = phone();
    clock.hear(beacon(0), 50_000, 50_000);
    device.steady += 5_000;
    device.wall += 5_000;
    expect(clock.mark()).toEqual({ server: SERVER + 5_000, steady: 55_000, wall: 9_005_000 });
  });
});
