/** A plant's batteries in our words. */
import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import type { BatteryFigures, BatteryRow } from '@heliograph/contract/maintain-s/battery.ts'
import { call } from './call.ts'
import type { StatusReason } from './status-reason.ts'
import { toMs } from './wire-time.ts'

export type { BatteryFigures }

export type BatteryCell = Readonly<{ number: number; voltageV: number | null; temperatureC: number | null }>

/** A battery or a module of one. Power in W, positive: discharging. */
export type Battery = Readonly<{
  /** The device that reports it: of a virtual battery its inverter. */
  deviceId: number
  serial: string
  name: string
  isVirtual: boolean
  isModule: boolean
  parent: Readonly<{ deviceId: number; name: string }> | undefined
  status: BatteryRow['status']
  reason: StatusReason | null
  heardAtMs: number | null
  socPercent: number | null
  sohPercent: number | null
  voltageV: number | null
  currentA: number | null
  powerW: number | null
  cycles: number | null
  ratedAh: number | null
  temperatureC: number | null
  cellMaxV: number | null
  cellMinV: number | null
  cellMaxC: number | null
  cellMinC: number | null
  spreadMv: number | null
  cells: readonly BatteryCell[]
}>

export const toBattery = (wire: BatteryRow): Battery => ({
  deviceId: wire.id,
  serial: wire.deviceSn,
  name: wire.systemName,
  isVirtual: wire.virtual,
  isModule: wire.module,
  parent: wire.parentId === null ? undefined : { deviceId: wire.parentId, name: wire.parentName ?? '' },
  status: wire.status,
  reason: wire.reason && statusReason.fromWire(wire.reason),
  heardAtMs: toMs(wire.collectionTime),
  socPercent: wire.batterySoc,
  sohPercent: wire.batterySoh,
  voltageV: wire.voltage,
  currentA: wire.current,
  powerW: wire.batteryPower,
  cycles: wire.cycles,
  ratedAh: wire.capacityAh,
  temperatureC: wire.temperature,
  cellMaxV: wire.cellVoltageMax,
  cellMinV: wire.cellVoltageMin,
  cellMaxC: wire.cellTemperatureMax,
  cellMinC: wire.cellTemperatureMin,
  spreadMv: wire.cellSpread,
  cells: wire.cells.map(({ number, voltage, temperature }) => ({
    number,
    voltageV: voltage,
    temperatureC: temperature,
  })),
})

/** The page size of the call; a plant of more batteries is asked for page by page. */
const PAGE_SIZE = 100

export async function fetchBatteries(plantId: number, signal?: AbortSignal): Promise<readonly Battery[]> {
  const found: Battery[] = []
  for (let page = 1; ; page++) {
    const asked = { params: { id: plantId }, query: { page, size: PAGE_SIZE } }
    const { total, data } = await call('GET /maintain-s/operating/station/{id}/battery/tree', asked, { signal })
    found.push(...data.map(toBattery))
    if (data.length === 0 || found.length >= total) return found
  }
}

export async function fetchBalances(plantId: number, signal?: AbortSignal): Promise<readonly BatteryFigures[]> {
  const asked = { params: { id: plantId }, query: {} }
  return (await call('GET /maintain-s/operating/station/{id}/battery/figures', asked, { signal })).data
}
