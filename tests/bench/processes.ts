// What the measured processes use of the machine, read from the system (Linux).
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process and of its ended children. */
export function cpuSecondsOf(pid: number): number {
  return statOf(pid).cpu;
}

export function parentOf(pid: number): number {
  return statOf(pid).parent;
}

/** CPU seconds of a process and all its descendants. */
export function cpuSecondsBelow(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const stats = all.flatMap((id) => {
    try {
      return [{ id, ...statOf(id) }];
    } catch {
      return []; // it ended meanwhile
    }
  });
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { id, parent } of stats) if (family.has(parent)) family.add(id);
  }
  return stats.filter(({ id }) => family.has(id)).reduce((sum, { cpu }) => sum + cpu, 0);
}

/** Bytes of memory a process has now. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024;
}

function statOf(pid: number): { parent: number; cpu: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (index: number) => Number(fields[index]);
  // Counted from the state field: 1 is the parent, 11 and 12 are own CPU time, 13 and 14 that of ended children.
  return {
    parent: number(1),
    cpu: (number(11) + number(12) + number(13) + number(14)) / TICKS_PER_SECOND,
  };
}
