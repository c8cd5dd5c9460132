/** Devices of a plant that are one device read by two ways, and the calls that say so. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'

type Wire = CallReply<'GET /maintain-s/station/{id}/same-devices'>
type WireSource = Wire['merged'][number]['counts']

export type SourceOfDevice = Readonly<{ deviceId: number; name: string; serial: string }>
export type SameDevices = Readonly<{
  /** Devices that look like one, and by how much. */
  alike: readonly Readonly<{ one: SourceOfDevice; other: SourceOfDevice; likeness: number }>[]
  merged: readonly Readonly<{ counts: SourceOfDevice; second: SourceOfDevice; from: string }>[]
}>

/** Two sources with one name are told apart by what they are read by. */
const toSource = ({ deviceId, deviceName, serial, loggerName }: WireSource): SourceOfDevice => ({
  deviceId,
  name: loggerName ? `${deviceName} (${loggerName})` : deviceName,
  serial,
})

export const sameDevicesQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'same-devices'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<SameDevices> => {
    const { alike, merged } = await call(
      'GET /maintain-s/station/{id}/same-devices',
      { params: { id: plantId } },
      { signal },
    )
    return {
      alike: alike.flatMap(({ devices: [one, other], likeness }) =>
        one && other ? [{ one: toSource(one), other: toSource(other), likeness }] : [],
      ),
      merged: merged.map(({ counts, second, from }) => ({ counts: toSource(counts), second: toSource(second), from })),
    }
  },
})

type Pair = Readonly<{ deviceId: number; otherId: number }>

/** `deviceId` counts, the other one is its second source. */
export const mergeDevices = (plantId: number, pair: Pair) =>
  call('POST /maintain-s/station/{id}/same-devices', { params: { id: plantId }, body: pair })

export const splitDevices = (plantId: number, deviceId: number) =>
  call('POST /maintain-s/station/{id}/same-devices/split', { params: { id: plantId }, body: { deviceId } })

export const denyLikeness = (plantId: number, pair: Pair) =>
  call('POST /maintain-s/station/{id}/same-devices/deny', { params: { id: plantId }, body: pair })
