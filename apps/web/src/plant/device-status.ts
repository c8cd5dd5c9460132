import { lateAfterMs as lateAfter } from '@heliograph/domain/status.ts'
import type { Device } from '../api/devices.ts'

/** When data counts as late, in milliseconds after it was measured. */
export const lateAfterMs = ({ intervalS }: Pick<Device, 'intervalS'>): number => lateAfter(intervalS * 1000)
