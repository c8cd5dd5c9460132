import { type DeviceState, type DeviceType, deviceStates } from '@heliograph/domain/device.ts'
import type { Reason } from '@heliograph/domain/status.ts'
import type { DeviceDetail as WireDetail } from '../device-s/device.ts'
import type { DeviceRow } from '../maintain-s/device.ts'
import { type Codec, fromFields, kilo, seconds, toFields } from './fields.ts'
import { statusReason } from './reason.ts'

/** A device in a list. */
export type Device = Readonly<{
  /** 0 for a logger that is no measuring device of its own. */
  deviceId: number
  serial: string
  name: string
  type: DeviceType
  state: DeviceState
  status: DeviceRow['status']
  /** null: of a logger. */
  reason: Reason | null
  model: string
  profileId: string
  /** The serial number of its logger; null: it has none. */
  loggerSerial: string | null
  signalPercent: number | null
  powerW: number | null
  todayWh: number | null
  /** Of the day before, by the device's days; null: nothing was measured. */
  yesterdayWh: number | null
  totalWh: number | null
  socPercent: number | null
  /** Instant of its newest record. */
  heardAtMs: number | null
  intervalS: number
}>

const fields = {
  deviceId: 'deviceId',
  serial: 'deviceSn',
  name: 'deviceName',
  type: 'deviceType',
  status: 'status',
  model: 'model',
  profileId: 'profileId',
  loggerSerial: 'gatewaySn',
  signalPercent: 'signalIntensity',
  powerW: 'generationPower',
  todayWh: ['generation', kilo],
  yesterdayWh: ['generationYesterday', kilo],
  totalWh: ['generationTotal', kilo],
  socPercent: 'batterySoc',
  heardAtMs: ['collectionTime', seconds],
  intervalS: 'intervalS',
} as const

export const device = {
  toWire: (ours) => ({
    ...toFields(fields, ours),
    deviceStatus: ours.state,
    reason: ours.reason && statusReason.toWire(ours.reason),
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    state: wire.deviceStatus as DeviceState,
    reason: wire.reason && statusReason.fromWire(wire.reason),
  }),
} satisfies Codec<Device, DeviceRow>

type WireGroup = WireDetail['paramCategoryList'][number]

/** One value of a device. `text` in the base unit. */
export type DeviceValue = Readonly<{
  key: string
  /** Id in domain/quantities.ts, or the name of a text. */
  quantity: string
  text: string
  unit: string | null
  /** The raw number; null: there is none. */
  raw: number | null
  /** Older than the device's newest record where recent ones lacked it. */
  atMs: number | null
}>
export type ValueGroup = Readonly<{ tag: WireGroup['tag']; values: readonly DeviceValue[] }>

const valueFields = {
  key: 'key',
  quantity: 'storageName',
  text: 'value',
  unit: 'unit',
  raw: 'orgValue',
  atMs: ['at', seconds],
} as const

export type DeviceDetail = Readonly<{
  device: Device
  plantId: number
  zone: string
  /** Instant of the newest record; null: none arrived yet. */
  heardAtMs: number | null
  /** No real frame has confirmed its profile yet. */
  experimental: boolean
  /** Its records that could not be read, and why. */
  unread: WireDetail['undecodedReasons']
  /** Meaning of its lifetime counter: as stated by a person, and as it applies; null: no battery may be in it. */
  counter: WireDetail['counter']
  groups: readonly ValueGroup[]
}>

const detailFields = {
  plantId: 'stationId',
  zone: 'timeZone',
  heardAtMs: ['collectionTime', seconds],
  experimental: 'experimental',
  unread: 'undecodedReasons',
  counter: 'counter',
} as const

/** It has its own scale, unlike the row's deviceStatus. */
const connectStatus = { [deviceStates.online]: 1, [deviceStates.alarm]: 2, [deviceStates.offline]: 0 } as const

export const deviceDetail = {
  toWire: (ours) => ({
    ...toFields(detailFields, ours),
    device: device.toWire(ours.device),
    connectStatus: connectStatus[ours.device.state],
    undecoded: ours.unread.reduce((sum, { count }) => sum + count, 0),
    paramCategoryList: ours.groups.map(({ tag, values }) => ({
      tag,
      fieldList: values.map((value) => toFields(valueFields, value)),
    })),
  }),
  fromWire: (wire) => ({
    ...fromFields(detailFields, wire),
    device: device.fromWire(wire.device),
    groups: wire.paramCategoryList.map(({ tag, fieldList }) => ({
      tag,
      values: fieldList.map((field) => fromFields(valueFields, field)),
    })),
  }),
} satisfies Codec<DeviceDetail, WireDetail>
