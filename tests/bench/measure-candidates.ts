// Complete candidates per second, so many at once.

import { openConnection } from './http-connection.ts';
import type { Hall } from './seed-hall.ts';
import { type Plan, sitExam } from './sit-exam.ts';

export type Measured = {
  perSecond: number;
  medianMs: number;
  bytesPerCandidate: number;
  seconds: number;
};

export async function measureCandidates(
  port: number,
  hall: Hall,
  atOnce: number,
  plan: Plan,
): Promise<Measured> {
  const lines = await Promise.all(Array.from({ length: atOnce }, () => openConnection(port)));
  const waiting = [...hall.seats];
  const times: number[] = [];
  const begun = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let seat = waiting.pop(); seat; seat = waiting.pop()) {
        const from = performance.now();
        await sitExam(line, seat, hall.examId, plan);
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const bytes = lines.reduce((sum, line) => sum + line.bytes.received + line.bytes.sent, 0);
  for (const line of lines) line.close();
  times.sort((a, b) => a - b);
  return {
    perSecond: hall.seats.length / seconds,
    medianMs: times[times.length >> 1] ?? 0,
    bytesPerCandidate: bytes / hall.seats.length,
    seconds,
  };
}
