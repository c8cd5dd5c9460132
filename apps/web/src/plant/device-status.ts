/** What a device's row says about it, in the words that a person reads: the wire has numbers and a flag. */
import type { DeviceRow } from '@heliograph/contract/maintain-s/device.ts'
import { deviceStates } from '@heliograph/domain/device.ts'
import { STALE_INTERVALS } from '@heliograph/domain/plant.ts'
import type { Status } from '../ui/status.tsx'

type Speaking = Pick<DeviceRow, 'deviceStatus' | 'asleep' | 'collectionTime' | 'intervalS'>

/** When data counts as late, in milliseconds after it was measured. */
export const lateAfterMs = ({ intervalS }: Pick<DeviceRow, 'intervalS'>): number => STALE_INTERVALS * intervalS * 1000

export function statusOf(row: Speaking, nowMs: number): Status {
  if (row.collectionTime === null) return 'waiting'
  if (row.asleep) return 'asleep'
  if (row.deviceStatus === deviceStates.offline) return 'offline'
  if (row.deviceStatus === deviceStates.alarm) return 'alarm'
  // A device may fall silent between two looks at the server.
  return nowMs - row.collectionTime * 1000 > lateAfterMs(row) ? 'stale' : 'ok'
}
