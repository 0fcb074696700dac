// A client without the device protocol says on which device it is to nobody: no proctor could allow that one.
import { Problem } from '../../problem.ts';
import type { WholeSitting } from './read-sitting.ts';

/** @throws Problem device-not-allowed, where a device has the sitting of an exam that asks for a proctor's word */
export function checkMayNameNoDevice({
  device_id,
  another_device,
}: Pick<WholeSitting, 'device_id' | 'another_device'>): void {
  if (device_id !== null && another_device === 'approval') throw new Problem('device-not-allowed');
}
