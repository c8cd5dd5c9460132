import { LATE_INTERVALS } from '@heliograph/domain/status.ts'
import type { Device } from '../api/devices.ts'

/** When data counts as late, in milliseconds after it was measured. */
export const lateAfterMs = ({ intervalS }: Pick<Device, 'intervalS'>): number => LATE_INTERVALS * intervalS * 1000
