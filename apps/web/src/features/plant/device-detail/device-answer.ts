/** The first line of a device's page. */
import type { Device } from '../../../api/devices.ts'
import type { Status } from '../../../ui/status.tsx'

export type DeviceAnswer =
  | Readonly<{ kind: 'silent' | 'late' | 'asleep'; sinceMs: number }>
  | Readonly<{ kind: 'fault'; codes: readonly number[] }>
  | Readonly<{ kind: 'making'; powerW: number; todayWh: number | null }>
  | Readonly<{ kind: 'idle'; todayWh: number | null }>
  | Readonly<{ kind: 'waiting' | 'reporting' }>

export function answerFor(
  row: Pick<Device, 'heardAtMs' | 'powerW' | 'todayWh'>,
  status: Status,
  codes: readonly number[],
): DeviceAnswer {
  const { heardAtMs: sinceMs, powerW, todayWh } = row
  if (sinceMs === null) return { kind: 'waiting' }
  if (status === 'fault') return { kind: 'fault', codes }
  if (status === 'silent') return { kind: 'silent', sinceMs }
  if (status === 'asleep') return { kind: 'asleep', sinceMs }
  if (status === 'late') return { kind: 'late', sinceMs }
  if (powerW === null) return { kind: 'reporting' }
  return powerW > 0 ? { kind: 'making', powerW, todayWh } : { kind: 'idle', todayWh }
}
