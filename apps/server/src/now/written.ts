import type { DeviceGroup } from '@heliograph/domain/status.ts'
import type { DeviceState, PlantNowState } from './compute-now.ts'
import type { DeviceMemory } from './device-memory.ts'

/** What a device's row says: the same again needs no writing. */
export type WrittenDevice = Readonly<{
  status: string
  presence: string
  memory: Pick<DeviceMemory, 'fault' | 'idle' | 'learnt'>
  kind: string | undefined
  sinceMs: number | null | undefined
  code: string | null | undefined
  group: DeviceGroup | undefined
  /** Named only where something is wrong. */
  named: Readonly<{ id: number; name: string }> | undefined
}>

export const toWritten = ({ state, memory, device }: DeviceState): WrittenDevice => ({
  status: state.status,
  presence: state.presence,
  memory,
  kind: state.kind,
  sinceMs: state.sinceMs,
  code: state.code,
  group: device.group,
  named: state.kind === 'well' ? undefined : { id: device.deviceId, name: device.name },
})

/** Runs for each sample of each device: it compares, and makes nothing. */
export function isWritten(written: WrittenDevice, { state, memory, device }: DeviceState): boolean {
  const { idle, learnt, fault } = written.memory
  return (
    written.status === state.status &&
    written.presence === state.presence &&
    written.kind === state.kind &&
    written.sinceMs === state.sinceMs &&
    written.code === state.code &&
    written.group === device.group &&
    (state.kind === 'well' || (written.named?.name === device.name && written.named.id === device.deviceId)) &&
    idle.idleSinceMs === memory.idle.idleSinceMs &&
    idle.idleLitS === memory.idle.idleLitS &&
    idle.isIdle === memory.idle.isIdle &&
    learnt.wakeDeg === memory.learnt.wakeDeg &&
    learnt.dozeDeg === memory.learnt.dozeDeg &&
    learnt.mornings === memory.learnt.mornings &&
    fault?.kind === memory.fault?.kind &&
    fault?.code === memory.fault?.code &&
    fault?.sinceMs === memory.fault?.sinceMs
  )
}

/** All of a plant's row that a sample alone leaves as it is. */
export function usualText(state: PlantNowState): string {
  const { status, reason, deviceCount, silentCount, faultCount, intervalMs, today, isTodayKnown, power } = state
  const because = status === 'well' ? '' : JSON.stringify(reason)
  return `${status} ${deviceCount} ${silentCount} ${faultCount} ${intervalMs} ${today} ${isTodayKnown} ${power.loadIsDerived} ${because}`
}
