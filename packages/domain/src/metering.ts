/** How a plant's energies are counted: from which devices, by which of their counters, and what people add to them. */

import { type DeviceType, deviceKinds } from './device.ts'
import { type Flow, flows } from './energy-flow.ts'

/** The energies whose method can be chosen (specification, section 3). */
export const meteredFlows = ['generation', 'load', 'import', 'export', 'charge', 'discharge'] as const
export type MeteredFlow = (typeof meteredFlows)[number]

/**
 * - automatic: the lifetime counter is the truth and the daily one divides its steps; where one fails the other counts.
 *   The total is the sum of the days.
 * - lifetime: the same, and the total is what the lifetime counters show.
 * - daily: the daily counters alone; the total is the sum of the days.
 */
export const meteringMethods = ['automatic', 'lifetime', 'daily'] as const
export type MeteringMethod = (typeof meteringMethods)[number]

export const meteringSources = ['generation', 'consumption', 'utility', 'battery', 'irradiance'] as const
export type MeteringSource = (typeof meteringSources)[number]

export const sourceRoles = ['inverter', 'meter', 'battery', 'weatherStation'] as const
export type SourceRole = (typeof sourceRoles)[number]
/** All devices of a role, or those with these serial numbers, which outlive a move to another server. */
export type SourceChoice = Readonly<{ role: SourceRole }> | Readonly<{ serials: readonly string[] }>

/** Rules that apply from one day of the plant on. dynamic: the platform decides, methods and sources rest. */
export type MeteringRules = Readonly<{
  strategy: 'dynamic' | 'manual'
  methods: Readonly<Record<MeteredFlow, MeteringMethod>>
  /** null: by the devices' roles. */
  sources: Readonly<Record<MeteringSource, SourceChoice | null>>
}>
/** YYYY-MM-DD at the plant. */
export type MeteringVersion = MeteringRules & Readonly<{ from: string }>

/** Statements of people about a plant's figures; they apply to all its time. */
export type MeteringTotals = Readonly<{
  /** Added to the total, Wh, of either sign. */
  generationOffsetWh: number
  useOffsetWh: number
  /** The planned share of the production that is used on site, %; null: computed. */
  plannedUsePercent: number | null
}>

export type PlantMetering = Readonly<{ versions: readonly MeteringVersion[]; totals: MeteringTotals }>

/** Before any day of any plant. */
export const BEGINNING = '1900-01-01'

export const ordinaryRules: MeteringRules = {
  strategy: 'dynamic',
  methods: {
    generation: 'automatic',
    load: 'automatic',
    import: 'automatic',
    export: 'automatic',
    charge: 'automatic',
    discharge: 'automatic',
  },
  sources: { generation: null, consumption: null, utility: null, battery: null, irradiance: null },
}
export const ordinaryMetering: PlantMetering = {
  versions: [],
  totals: { generationOffsetWh: 0, useOffsetWh: 0, plannedUsePercent: null },
}

/** The rules of now, as entered. */
export const currentRules = ({ versions }: PlantMetering): MeteringRules => versions.at(-1) ?? ordinaryRules

/** The rules as they act: those of a dynamic strategy rest. */
export const actingRules = (rules: MeteringRules): MeteringRules =>
  rules.strategy === 'manual' ? rules : ordinaryRules

/** The chosen sources that act on a plant now. */
export const sourcesOf = (metering: Partial<PlantMetering>): MeteringRules['sources'] =>
  actingRules(currentRules({ ...ordinaryMetering, ...metering })).sources

/** The rules with another serial number in place of one: a device that was replaced stays the chosen one. */
export const withSerial = (
  versions: readonly MeteringVersion[],
  oldSerial: string,
  newSerial: string,
): readonly MeteringVersion[] =>
  versions.map((version) => ({
    ...version,
    sources: Object.fromEntries(
      Object.entries(version.sources).map(([source, choice]) => [
        source,
        choice !== null && 'serials' in choice
          ? { serials: choice.serials.map((serial) => (serial === oldSerial ? newSerial : serial)) }
          : choice,
      ]),
    ) as MeteringRules['sources'],
  }))

/** The source that the energy of a flow belongs to; undefined: it cannot be chosen. */
export const sourceOfFlow: Readonly<Record<Flow, Exclude<MeteringSource, 'irradiance'> | undefined>> = {
  generation: 'generation',
  load: 'consumption',
  import: 'utility',
  export: 'utility',
  charge: 'battery',
  discharge: 'battery',
  generator: undefined,
}

type Choosable = Readonly<{ type: DeviceType; serial: string }>

const hasRole: Readonly<Record<SourceRole, (type: DeviceType) => boolean>> = {
  inverter: (type) => deviceKinds[type].isInverter,
  meter: (type) => deviceKinds[type].isMeter,
  battery: (type) => type === 'BATTERY',
  weatherStation: (type) => type === 'WEATHER_STATION',
}

/** The chosen ones of some devices; undefined where nothing was chosen, or none of them is chosen. */
export function chosenAmong<D extends Choosable>(
  devices: readonly D[],
  choice: SourceChoice | null,
): readonly D[] | undefined {
  if (choice === null) return undefined
  const found = devices.filter(({ type, serial }) =>
    'role' in choice ? hasRole[choice.role](type) : choice.serials.includes(serial),
  )
  return found.length === 0 ? undefined : found
}

/**
 * The versions after rules apply from a day on: later ones are replaced, and a version that changes nothing is left out.
 */
export function withRulesFrom(
  versions: readonly MeteringVersion[],
  rules: MeteringRules,
  from: string,
): readonly MeteringVersion[] {
  const kept = versions.filter((version) => version.from < from)
  const before: MeteringRules = kept.at(-1) ?? ordinaryRules
  const { strategy, methods, sources } = rules
  return isSame(before, rules) ? kept : [...kept, { from, strategy, methods, sources }]
}

/** Whether two rules are the same in any order of their parts. */
export const isSame = (one: MeteringRules, other: MeteringRules): boolean => write(one) === write(other)
const write = ({ strategy, methods, sources }: MeteringRules): string =>
  JSON.stringify([
    strategy,
    meteredFlows.map((flow) => methods[flow]),
    meteringSources.map((source) => {
      const choice = sources[source]
      return choice === null ? null : 'role' in choice ? choice.role : [...choice.serials].sort()
    }),
  ])

/** How a device counts from a day on: the energies that it measures for its plant, and those by its daily counter. */
export type DeviceMetering = Readonly<{ from: string; flows: readonly Flow[]; daily: readonly Flow[] }>

/** The flows of which the total is what the lifetime counters show. */
export const lifetimeFlows = (metering: PlantMetering): readonly MeteredFlow[] => {
  const { methods } = actingRules(currentRules(metering))
  return meteredFlows.filter((flow) => methods[flow] === 'lifetime')
}

export type Carrier = Readonly<{ type: DeviceType; flows: readonly Flow[]; name: string }>
/** An energy that several devices measure, which may be the same energy. */
export type Repeated = Readonly<{ flow: Flow; devices: readonly string[] }>

/**
 * Where devices may count an energy twice, by their roles: several connections to the grid or several consumptions are
 * mostly one behind the other; a battery and its inverter count the same charge; something beside the inverters counts
 * their production.
 */
export function findRepeated(devices: readonly Carrier[]): readonly Repeated[] {
  const isInverter = ({ type }: Carrier): boolean => deviceKinds[type].isInverter
  return flows.flatMap((flow) => {
    const carriers = devices.filter((device) => device.flows.includes(flow))
    const isMixed = carriers.some(isInverter) && !carriers.every(isInverter)
    const isAlone = flow === 'import' || flow === 'export' || flow === 'load'
    const repeats = carriers.length > 1 && (isAlone || isMixed)
    return repeats ? [{ flow, devices: carriers.map(({ name }) => name) }] : []
  })
}
