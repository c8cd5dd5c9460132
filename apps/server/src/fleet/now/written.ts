import type { DeviceGroup } from '@heliograph/domain/status.ts'
import type { DeviceState, PlantNowState } from './compute-now.ts'
import type { DeviceMemory } from './device-memory.ts'

/** Content of a device's row: equal content is not written again. */
export type WrittenDevice = Readonly<{
  status: string
  presence: string
  known: Pick<DeviceMemory, 'fault' | 'idle' | 'learnt'>
  kind: string | undefined
  sinceMs: number | null | undefined
  code: string | null | undefined
  group: DeviceGroup | undefined
  /** Named only where something is wrong. */
  named: Readonly<{ id: number; name: string }> | undefined
}>

export const toWritten = ({ state, memory: { fault, idle, learnt }, device }: DeviceState): WrittenDevice => ({
  status: state.status,
  presence: state.presence,
  known: { fault, idle, learnt },
  kind: state.kind,
  sinceMs: state.sinceMs,
  code: state.code,
  group: device.group,
  named: state.kind === 'well' ? undefined : { id: device.deviceId, name: device.name },
})

/** Runs for each sample of each device: it compares, and makes nothing. */
export function isWritten(written: WrittenDevice, { state, memory, device }: DeviceState): boolean {
  const { idle, learnt, fault } = written.known
  const { idle: idleNow, learnt: learntNow, fault: faultNow } = memory
  return (
    written.status === state.status &&
    written.presence === state.presence &&
    written.kind === state.kind &&
    written.sinceMs === state.sinceMs &&
    written.code === state.code &&
    written.group === device.group &&
    (state.kind === 'well' || (written.named?.name === device.name && written.named.id === device.deviceId)) &&
    (idle === idleNow ||
      (idle.idleSinceMs === idleNow.idleSinceMs &&
        idle.idleLitS === idleNow.idleLitS &&
        idle.isIdle === idleNow.isIdle)) &&
    (learnt === learntNow ||
      (learnt.wakeDeg === learntNow.wakeDeg &&
        learnt.dozeDeg === learntNow.dozeDeg &&
        learnt.mornings === learntNow.mornings)) &&
    (fault === faultNow ||
      (fault?.kind === faultNow?.kind && fault?.code === faultNow?.code && fault?.sinceMs === faultNow?.sinceMs))
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

let lastMade: Usual | undefined

/** The same object if all of it is as before. Most plants share one: it stays in the processor's cache. */
export function usualOf(state: PlantNowState, before: Usual | undefined): Usual {
  const because = becauseOf(state)
  if (before !== undefined && isSame(before, state, because)) return before
  if (lastMade !== undefined && isSame(lastMade, state, because)) return lastMade
  const { status, deviceCount, silentCount, faultCount, intervalMs, today, isTodayKnown } = state
  lastMade = {
    status,
    deviceCount,
    silentCount,
    faultCount,
    intervalMs,
    today,
    isTodayKnown,
    loadIsDerived: state.power.loadIsDerived,
    because,
  }
  return lastMade
}

const isSame = (usual: Usual, state: PlantNowState, because: string): boolean =>
  usual.status === state.status &&
  usual.deviceCount === state.deviceCount &&
  usual.silentCount === state.silentCount &&
  usual.faultCount === state.faultCount &&
  usual.intervalMs === state.intervalMs &&
  usual.today === state.today &&
  usual.isTodayKnown === state.isTodayKnown &&
  usual.loadIsDerived === state.power.loadIsDerived &&
  usual.because === because
