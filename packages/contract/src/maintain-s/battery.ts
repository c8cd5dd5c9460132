import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, epochSeconds, idParams, list, numberOrNull, pageQuery } from '../page.ts'
import { status, statusReason } from './status.ts'

/** A cell of a battery module, by its number there. */
export const batteryCell = z.object({ number: z.number().int(), voltage: numberOrNull, temperature: numberOrNull })

/** A battery, or a module of one. V, A, W (positive: discharging), %, °C, Ah, mV. */
export const batteryRow = z.object({
  /** The device that reports the values: of a virtual battery its inverter. */
  id: z.number().int(),
  deviceSn: z.string(),
  systemName: z.string(),
  /** 1 online, 0 offline. */
  netState: z.number().int(),
  /** 1: it reports a fault. */
  alertState: z.number().int(),
  /** 1 online, 2 alarm, 3 offline. */
  deviceState: z.number().int(),
  /** Of the inverter or the battery that it belongs to. */
  parentDeviceSn: z.string().nullable(),
  parentId: numberOrNull,
  parentName: z.string().nullable(),
  /** It has no device of its own: the inverter named as its parent reports it. */
  virtual: z.boolean(),
  /** A part of another battery. */
  module: z.boolean(),
  status: status.exclude(['partSilent']),
  reason: statusReason.nullable(),
  collectionTime: epochSeconds.nullable(),
  batterySoc: numberOrNull,
  batterySoh: numberOrNull,
  voltage: numberOrNull,
  current: numberOrNull,
  batteryPower: numberOrNull,
  cycles: numberOrNull,
  capacityAh: numberOrNull,
  temperature: numberOrNull,
  cellVoltageMax: numberOrNull,
  cellVoltageMin: numberOrNull,
  cellTemperatureMax: numberOrNull,
  cellTemperatureMin: numberOrNull,
  /** The highest cell voltage less the lowest, mV. */
  cellSpread: numberOrNull,
  cells: z.array(batteryCell),
})
export type BatteryRow = z.infer<typeof batteryRow>

/** Energy that a battery gives back, with all parts of the figures. */
const batteryFigures = z.object({
  deviceId: z.number().int(),
  /** The device whose counters are used. */
  source: z.object({ deviceId: z.number().int(), name: z.string() }),
  from: day.nullable(),
  to: day.nullable(),
  days: z.number().int(),
  chargedWh: numberOrNull,
  dischargedWh: numberOrNull,
  socFromPercent: numberOrNull,
  socToPercent: numberOrNull,
  /** estimated: from this many hours of discharge. */
  capacity: z.object({ wh: z.number(), from: z.enum(['reported', 'estimated']), hours: z.number().int() }).nullable(),
  /** percent: null with the reason why. */
  efficiency: z.object({
    percent: numberOrNull,
    missing: z.enum(['days', 'energy', 'charge', 'implausible']).nullable(),
  }),
  /** All that it ever discharged. */
  dischargedTotalWh: numberOrNull,
  fullCycles: numberOrNull,
  socPercent: numberOrNull,
  /** The plant's consumption at the moment. */
  loadW: numberOrNull,
  hoursLeft: numberOrNull,
})
export type BatteryFigures = z.infer<typeof batteryFigures>

/** Orders of the rows; `id` keeps each battery before its modules. */
export const batteryOrders = ['id', 'batterySoc', 'batterySoh', 'cellSpread', 'cycles'] as const

export const batteryCalls = {
  'GET /maintain-s/operating/station/{id}/battery/tree': endpoint({
    summary: 'The batteries of a plant with their modules and cells; virtual ones where an inverter reports them',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    query: pageQuery.extend({
      'order.direction': z.enum(['ASC', 'DESC']).default('ASC'),
      'order.property': z.enum(batteryOrders).default('id'),
    }),
    reply: list(batteryRow),
  }),
  'GET /maintain-s/operating/station/{id}/battery/figures': endpoint({
    summary: 'Efficiency, capacity, full cycles and hours left of each battery, with what they are made of',
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 10,
    params: idParams,
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000).default(1),
      size: z.coerce.number().int().min(1).max(10).default(10),
    }),
    reply: list(batteryFigures),
  }),
} as const
