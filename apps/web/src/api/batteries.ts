/** A plant's batteries in our words. */
import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import type { BatteryFiguresReply, BatteryRow } from '@heliograph/contract/maintain-s/battery.ts'
import { call } from './call.ts'
import type { StatusReason } from './status-reason.ts'
import { toMs } from './wire-time.ts'

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

/** Energy that a battery gives back, with the parts of the figures. Energies Wh. */
export type BatteryBalance = Readonly<{
  deviceId: number
  /** The device whose counters are used. */
  countedBy: string
  from: string | null
  to: string | null
  days: number
  chargedWh: number | null
  dischargedWh: number | null
  startPercent: number | null
  endPercent: number | null
  usable: Readonly<{ wh: number; from: 'reported' | 'estimated'; hours: number }> | undefined
  efficiencyPercent: number | null
  whyNoEfficiency: BatteryFiguresReply['efficiencyMissing']
  dischargedEverWh: number | null
  cyclesDone: number | null
  socPercent: number | null
  loadW: number | null
  lastsHours: number | null
}>

const fromKwh = (kwh: number | null): number | null => (kwh === null ? null : kwh * 1000)

export const toBalance = (wire: BatteryFiguresReply): BatteryBalance => ({
  deviceId: wire.deviceId,
  countedBy: wire.sourceName,
  from: wire.from,
  to: wire.to,
  days: wire.days,
  chargedWh: fromKwh(wire.chargeValue),
  dischargedWh: fromKwh(wire.dischargeValue),
  startPercent: wire.socFrom,
  endPercent: wire.socTo,
  usable: wire.capacity
    ? { wh: wire.capacity.value * 1000, from: wire.capacity.from, hours: wire.capacity.hours }
    : undefined,
  efficiencyPercent: wire.efficiency,
  whyNoEfficiency: wire.efficiencyMissing,
  dischargedEverWh: fromKwh(wire.dischargeTotal),
  cyclesDone: wire.equivalentCycles,
  socPercent: wire.batterySoc,
  loadW: wire.usePower,
  lastsHours: wire.hoursLeft,
})

export async function fetchBalances(plantId: number, signal?: AbortSignal): Promise<readonly BatteryBalance[]> {
  const asked = { params: { id: plantId }, query: {} }
  return (await call('GET /maintain-s/operating/station/{id}/battery/figures', asked, { signal })).data.map(toBalance)
}
