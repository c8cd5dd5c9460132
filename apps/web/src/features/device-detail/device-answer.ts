/** The first line of a device's page. */
import type { DeviceRow } from '@heliograph/contract/maintain-s/device.ts'
import type { Status } from '../../ui/status.tsx'

export type DeviceAnswer =
  | Readonly<{ kind: 'silent' | 'late' | 'asleep'; sinceMs: number }>
  | Readonly<{ kind: 'fault'; codes: readonly number[] }>
  | Readonly<{ kind: 'making'; powerW: number; todayKwh: number | null }>
  | Readonly<{ kind: 'idle'; todayKwh: number | null }>
  | Readonly<{ kind: 'waiting' | 'reporting' }>

export function answerFor(
  row: Pick<DeviceRow, 'collectionTime' | 'generationPower' | 'generation'>,
  status: Status,
  codes: readonly number[],
): DeviceAnswer {
  if (row.collectionTime === null) return { kind: 'waiting' }
  const sinceMs = row.collectionTime * 1000
  if (status === 'fault') return { kind: 'fault', codes }
  if (status === 'silent') return { kind: 'silent', sinceMs }
  if (status === 'asleep') return { kind: 'asleep', sinceMs }
  if (status === 'late') return { kind: 'late', sinceMs }
  if (row.generationPower === null) return { kind: 'reporting' }
  return row.generationPower > 0
    ? { kind: 'making', powerW: row.generationPower, todayKwh: row.generation }
    : { kind: 'idle', todayKwh: row.generation }
}
