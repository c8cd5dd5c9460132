import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Block, Points } from './point.ts'
import { type Draft, type Names, numberOf, take, takeAll } from './quantities.ts'

/** Decoded models of a device by their numbers. */
export type Blocks = ReadonlyMap<number, Block>

export const inverterModels = [101, 102, 103, 111, 112, 113, 701] as const

const acPoints: Names = [
  ['W', 'acPowerW'],
  ['Hz', 'acFrequencyHz'],
  ['VA', 'acApparentPowerVa'],
  ['VAr', 'acReactivePowerVar'],
  ['AphA', 'ac1CurrentA'],
  ['AphB', 'ac2CurrentA'],
  ['AphC', 'ac3CurrentA'],
  ['PhVphA', 'ac1VoltageV'],
  ['PhVphB', 'ac2VoltageV'],
  ['PhVphC', 'ac3VoltageV'],
  ['WH', 'generationTotalWh'],
  ['DCV', 'dcBusVoltageV'],
  ['TmpCab', 'inverterTemperatureC'],
  ['TmpSnk', 'radiatorTemperatureC'],
  ['St', 'inverterState'],
  ['Evt1', 'faultCode1'],
  ['EvtVnd1', 'faultCode2'],
]

const derPoints: Names = [
  ['W', 'acPowerW'],
  ['Hz', 'acFrequencyHz'],
  ['VA', 'acApparentPowerVa'],
  ['Var', 'acReactivePowerVar'],
  ['AL1', 'ac1CurrentA'],
  ['AL2', 'ac2CurrentA'],
  ['AL3', 'ac3CurrentA'],
  ['VL1', 'ac1VoltageV'],
  ['VL2', 'ac2VoltageV'],
  ['VL3', 'ac3VoltageV'],
  ['A', 'ac1CurrentA'],
  ['LNV', 'ac1VoltageV'],
  ['TotWhInj', 'generationTotalWh'],
  ['TmpCab', 'inverterTemperatureC'],
  ['TmpSnk', 'radiatorTemperatureC'],
  // The same bits as Evt1 of the older models.
  ['Alrm', 'faultCode1'],
]

/**
 * The AC side. Models 101 to 103 and 111 to 113 are one device by integers or floats: a person switches between them at
 * some inverters, so whatever is there is read.
 */
export function takeInverter(draft: Draft, blocks: Blocks): void {
  for (const id of inverterModels) {
    const points = blocks.get(id)?.points
    if (!points) continue
    const isDer = id === 701
    takeAll(draft, points, isDer ? derPoints : acPoints)
    take(draft, 'powerFactor', normalPowerFactor(numberOf(points, 'PF')))
    // 701 counts its states from 0 where the older models count from 1.
    const state = isDer ? numberOf(points, 'InvSt') : undefined
    take(draft, 'inverterState', state === undefined ? undefined : state + 1)
    // A sensor that only the heat sink has stands for the device.
    take(draft, 'inverterTemperatureC', points.TmpSnk)
  }
  take(draft, 'generationTotalWh', blocks.get(122)?.points.ActWh)
  take(draft, 'ratedPowerW', blocks.get(120)?.points.WRtg ?? blocks.get(702)?.points.WMaxRtg)
}

/** Some devices send percent. */
const normalPowerFactor = (value: number | undefined): number | undefined =>
  value === undefined || Math.abs(value) <= 1.2 ? value : value / 100

type Input = Readonly<{ volts?: number; amperes?: number; watts?: number; totalWh?: number }>

/** Whether a DC input feeds from or to a battery, as its name says. */
const isStorageName = (name: unknown): boolean => /st\s*(dis)?cha|batt|storage|\bbms\b/i.test(String(name ?? ''))
const isCharging = (name: unknown): boolean => /stcha|(?<!dis)charg/i.test(String(name ?? ''))

/** DC ports of model 714 that are panels, and that are a battery. */
const PANELS = 0
const STORAGE = 1

/**
 * The DC side. A battery's inputs stand beside those of the panels, so the name of an input, the type of a port, or else
 * the battery models decide what it is: a battery's power is never counted as that of panels.
 * @param hasBattery by model 802 or 124
 */
export function takeInputs(
  draft: Draft,
  blocks: Blocks,
  { maker, hasBattery }: { maker: string; hasBattery: boolean },
): void {
  const modules = blocks.get(160)?.groups ?? []
  const ports = blocks.get(714)?.groups ?? []
  const unnamed = hasBattery && /kostal/i.test(maker) && !modules.some(({ IDStr }) => isStorageName(IDStr))
  const panels = [
    ...modules.filter(({ IDStr }, at) => !isStorageName(IDStr) && !(unnamed && at === modules.length - 1 && at >= 2)),
    ...ports.filter(({ PrtTyp }) => PrtTyp === undefined || PrtTyp === PANELS),
  ]
  const inputs = panels.map(toInput).filter(({ volts, amperes, watts }) => (volts ?? amperes ?? watts) !== undefined)
  for (const [index, { volts, amperes, watts, totalWh }] of inputs.slice(0, 16).entries()) {
    const n = index + 1
    take(draft, `pv${n}VoltageV` as QuantityId, volts)
    take(draft, `pv${n}CurrentA` as QuantityId, amperes)
    take(draft, `pv${n}PowerW` as QuantityId, watts)
    if (n <= 4) take(draft, `pv${n}TotalWh` as QuantityId, totalWh)
  }
  if (inputs.length > 0 && inputs.every(({ watts }) => watts !== undefined))
    take(draft, 'pvPowerW', sum(inputs.map(({ watts = 0 }) => watts)))
  const storage = ports.filter(({ PrtTyp }) => PrtTyp === STORAGE)
  takeStorageInputs(
    draft,
    modules.filter(({ IDStr }) => isStorageName(IDStr)),
  )
  takeStoragePorts(draft, storage)
  // A battery with a model of its own stands apart; any other one shares the inverter's DC side.
  const isShared = storage.length > 0 || (hasBattery && !blocks.has(802))
  if (isShared || (modules.length > 0 && inputs.length === 0)) return
  for (const id of inverterModels) take(draft, 'pvPowerW', blocks.get(id)?.points.DCW)
}

function toInput(points: Points): Input {
  const [volts, amperes] = [numberOf(points, 'DCV'), numberOf(points, 'DCA')]
  const product = volts === undefined || amperes === undefined ? undefined : Math.round(volts * amperes * 10) / 10
  return {
    volts,
    amperes,
    watts: numberOf(points, 'DCW') ?? product,
    totalWh: numberOf(points, 'DCWH') ?? numberOf(points, 'DCWhInj'),
  } as Input
}

/** Two inputs of amounts, one for each direction. */
function takeStorageInputs(draft: Draft, modules: readonly Points[]): void {
  const [charging, discharging] = [
    modules.filter(({ IDStr }) => isCharging(IDStr)),
    modules.filter(({ IDStr }) => !isCharging(IDStr)),
  ]
  if (charging.length === 0 || discharging.length === 0) return
  const total = (inputs: readonly Points[], name: string) => {
    const known = inputs.flatMap((points) => numberOf(points, name) ?? [])
    return known.length === inputs.length ? sum(known) : undefined
  }
  const [into, outOf] = [total(charging, 'DCW'), total(discharging, 'DCW')]
  if (into !== undefined && outOf !== undefined) take(draft, 'batteryPowerW', outOf - into)
  take(draft, 'batteryChargeTotalWh', total(charging, 'DCWH'))
  take(draft, 'batteryDischargeTotalWh', total(discharging, 'DCWH'))
}

/** A port's power is positive when it delivers. */
function takeStoragePorts(draft: Draft, ports: readonly Points[]): void {
  const watts = ports.flatMap((points) => numberOf(points, 'DCW') ?? [])
  if (ports.length > 0 && watts.length === ports.length) take(draft, 'batteryPowerW', sum(watts))
  if (ports.length !== 1) return
  take(draft, 'batteryVoltageV', ports[0]?.DCV)
  take(draft, 'batteryCurrentA', ports[0]?.DCA)
  take(draft, 'batteryDischargeTotalWh', ports[0]?.DCWhInj)
  take(draft, 'batteryChargeTotalWh', ports[0]?.DCWhAbs)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
