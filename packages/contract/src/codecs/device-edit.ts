import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { MeterWiring } from '@heliograph/domain/meter-role.ts'
import type { WireAnnounced, WireDeviceEdit } from '../maintain-s/device.ts'
import type { MeterConfig, MeterSpec } from '../maintain-s/meter.ts'
import { fromFields, seconds, toFields } from './fields.ts'

/** Statements of people about a device; absent parts stay. */
export type DeviceEdit = Readonly<{
  name?: string
  ratedW?: number | null
  warrantyUntil?: string | null
  loggerId?: number
  /** Meaning of its lifetime counter of generation; null: the profile or its nights decide. */
  counterMeaning?: CounterMeaning | null
}>

/** Names of a device's parts on the wire, which its log has, too. */
export const deviceFields = {
  name: 'deviceName',
  ratedW: 'ratedPower',
  warrantyUntil: 'warrantyLastDay',
  loggerId: 'gatewayId',
  counterMeaning: 'counterMeaning',
} as const

export const deviceEdit = {
  toWire: (ours: DeviceEdit) => toFields(deviceFields, ours),
  fromWire: (wire: WireDeviceEdit) => fromFields(deviceFields, wire) as DeviceEdit,
}

/** A device that is named by hand. Loggers are registered. */
export type AnnouncedDevice = Readonly<{
  serial: string
  type: Exclude<DeviceType, 'COLLECTOR'>
  loggerId: number
  /** Absent or empty: it goes by its serial number. */
  name?: string | undefined
}>

const announcedFields = { serial: 'deviceSn', type: 'deviceType', loggerId: 'gatewayId', name: 'deviceName' } as const

export const announcedDevice = {
  toWire: (ours: AnnouncedDevice) => toFields(announcedFields, ours),
  fromWire: (wire: WireAnnounced): AnnouncedDevice => fromFields(announcedFields, wire),
}

const wiringFields = { role: 'role', ratio: 'ratio' } as const
type WiringEdit = Partial<Omit<MeterWiring, 'turned'>>

export const meterWiring = {
  toWire: ({ isReversed, ...ours }: WiringEdit) => ({
    ...toFields(wiringFields, ours),
    ...(isReversed !== undefined && { direction: isReversed ? ('reversed' as const) : ('normal' as const) }),
  }),
  fromWire: ({ direction, ...wire }: MeterConfig) =>
    ({
      ...fromFields(wiringFields, wire),
      ...(direction !== undefined && { isReversed: direction === 'reversed' }),
    }) as WiringEdit,
}

/** A reading of a meter as it says it and as it counts. W, Wh. */
export type MeterReading = Readonly<{
  quantity: string
  key: string
  unit: string
  value: number | null
  /** A flow of the plant, or the role of a power; null: it counts as nothing. */
  countsAs: string | null
  countedValue: number | null
  atMs: number | null
}>

const readingFields = {
  quantity: 'storageName',
  key: 'key',
  unit: 'unit',
  value: 'value',
  countsAs: 'countsAs',
  countedValue: 'countedValue',
  atMs: ['at', seconds],
} as const
type WireReading = MeterSpec['readings'][number]

export const meterReading = {
  toWire: (ours: MeterReading): WireReading => toFields(readingFields, ours),
  fromWire: (wire: WireReading): MeterReading => fromFields(readingFields, wire),
}
