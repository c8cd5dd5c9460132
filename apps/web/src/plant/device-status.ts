import type { DeviceRow } from '@heliograph/contract/maintain-s/device.ts'
import { LATE_INTERVALS } from '@heliograph/domain/status.ts'

/** When data counts as late, in milliseconds after it was measured. */
export const lateAfterMs = ({ intervalS }: Pick<DeviceRow, 'intervalS'>): number => LATE_INTERVALS * intervalS * 1000
