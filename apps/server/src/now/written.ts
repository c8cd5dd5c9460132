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
export type Usual = Readonly<
  Pick<
    PlantNowState,
    'status' | 'deviceCount' | 'silentCount' | 'faultCount' | 'intervalMs' | 'today' | 'isTodayKnown'
  > & {
    loadIsDerived: boolean
    because: string
  }
>

const becauseOf = ({ status, reason }: PlantNowState): string => (status === 'well' ? '' : JSON.stringify(reason))

/** The same object if all of it is as before. */
export function usualOf(state: PlantNowState, before: Usual | undefined): Usual {
  const { status, deviceCount, silentCount, faultCount, intervalMs, today, isTodayKnown } = state
  const { loadIsDerived } = state.power
  const because = becauseOf(state)
  const isSame =
    before !== undefined &&
    before.status === status &&
    before.deviceCount === deviceCount &&
    before.silentCount === silentCount &&
    before.faultCount === faultCount &&
    before.intervalMs === intervalMs &&
    before.today === today &&
    before.isTodayKnown === isTodayKnown &&
    before.loadIsDerived === loadIsDerived &&
    before.because === because
  if (isSame) return before
  return {
    ...{ status, deviceCount, silentCount, faultCount, intervalMs, today, isTodayKnown },
    loadIsDerived,
    because,
  }
}
