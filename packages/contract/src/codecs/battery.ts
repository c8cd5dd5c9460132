import type { BatteryNode } from '@heliograph/domain/battery.ts'
import { type DeviceState, deviceStates } from '@heliograph/domain/device.ts'
import type { BatteryRow } from '../maintain-s/battery.ts'
import { type Codec, fromFields, seconds, toFields } from './fields.ts'
import { statusReason } from './reason.ts'

/** As a row of the tree shows it. */
export type Battery = BatteryNode & Readonly<{ state: DeviceState }>

const fields = {
  deviceId: 'id',
  serial: 'deviceSn',
  name: 'systemName',
  isVirtual: 'virtual',
  isModule: 'module',
  status: 'status',
  atMs: ['collectionTime', seconds],
  socPercent: 'batterySoc',
  sohPercent: 'batterySoh',
  voltageV: 'voltage',
  currentA: 'current',
  powerW: 'batteryPower',
  cycles: 'cycles',
  capacityAh: 'capacityAh',
  temperatureC: 'temperature',
  cellMaxV: 'cellVoltageMax',
  cellMinV: 'cellVoltageMin',
  cellMaxC: 'cellTemperatureMax',
  cellMinC: 'cellTemperatureMin',
  spreadMv: 'cellSpread',
} as const
const parentFields = { deviceId: 'parentId', serial: 'parentDeviceSn', name: 'parentName' } as const
const cellFields = { number: 'number', voltageV: 'voltage', temperatureC: 'temperature' } as const
const NO_PARENT = { parentId: null, parentDeviceSn: null, parentName: null }

function toParent({ parentId, parentDeviceSn, parentName }: BatteryRow): Battery['parent'] {
  if (parentId === null) return null
  return { deviceId: parentId, serial: parentDeviceSn ?? '', name: parentName ?? '' }
}

export const battery = {
  toWire: (ours) => ({
    ...toFields(fields, ours),
    ...(ours.parent ? toFields(parentFields, ours.parent) : NO_PARENT),
    netState: ours.state === deviceStates.offline ? 0 : 1,
    alertState: ours.state === deviceStates.alarm ? 1 : 0,
    deviceState: ours.state,
    reason: ours.reason && statusReason.toWire(ours.reason),
    cells: ours.cells.map((cell) => toFields(cellFields, cell)),
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    state: wire.deviceState as DeviceState,
    parent: toParent(wire),
    reason: wire.reason && statusReason.fromWire(wire.reason),
    cells: wire.cells.map((cell) => fromFields(cellFields, cell)),
  }),
} satisfies Codec<Battery, BatteryRow>
