import { DAY_MS, HOUR_MS } from '../duration.ts'
import type { QuantityId } from '../quantities.ts'
import { frequencyBounds, voltageBounds } from './grid-bounds.ts'
import type { RuleId } from './rule-ids.ts'
import type { SampleFacts, WatchedDevice } from './sample-facts.ts'
import { bad, type Finding, type Grace, good, ordinaryGrace, unknown, type Watch } from './watch.ts'

/** A rule that looks at one sample of one device. */
export type SampleRule = Readonly<{
  id: RuleId
  grace: Grace
  /** Parts of the device that it looks at; '' is the device itself. None: the rule does not concern the device. */
  partsOf: (device: WatchedDevice) => readonly string[]
  /** `watch`: an open alarm closes at another bound than it opens (hysteresis). */
  look: (device: WatchedDevice, facts: SampleFacts, part: string, watch: Watch | undefined) => Finding
}>

const whole: readonly string[] = ['']
const none: readonly string[] = []
const if_ = (isConcerned: boolean): readonly string[] => (isConcerned ? whole : none)
const has = (device: WatchedDevice, ...quantities: readonly QuantityId[]): boolean =>
  quantities.some((quantity) => device.quantities.includes(quantity))

/** Full sun: this high, and this share of the rating under a clear sky. */
const LIT_DEG = 15
const LIT_SHARE = 0.2
/** Less than this share of the rating is no production. */
const IDLE_SHARE = 0.003
const IDLE_W = 2
/** A battery this full may have no room for what the panels could give. */
const FULL_PERCENT = 95
/** Written out: to put a name together for each sample costs more than to look it up. */
const phases = [
  { phase: 1, grid: 'grid1VoltageV', ac: 'ac1VoltageV' },
  { phase: 2, grid: 'grid2VoltageV', ac: 'ac2VoltageV' },
  { phase: 3, grid: 'grid3VoltageV', ac: 'ac3VoltageV' },
] as const satisfies readonly Readonly<{ phase: number; grid: QuantityId; ac: QuantityId }>[]

/** A fault that the device reports of itself, by code or state: any grave one. */
const deviceFault: SampleRule = {
  id: 'deviceFault',
  grace: ordinaryGrace,
  partsOf: (device) => if_(has(device, 'faultCode1', 'faultCode2', 'inverterState')),
  look: (_, facts) => {
    const faults = facts.faults()
    const grave = faults.length === 0 ? faults : faults.filter(({ isGrave }) => isGrave)
    if (grave.length === 0) return good
    const codes = grave.map(({ code }) => code)
    return bad({ code: codes[0] ?? null }, { evidence: { ...facts.evidence(), code: codes[0] ?? '', codes } })
  },
}

/** Reports, and makes nothing in full sun. */
const zeroPower: SampleRule = {
  id: 'zeroPower',
  // Three hours of sun: the darkest storm is shorter, or gives something.
  grace: { samples: 3, forMs: 3 * HOUR_MS, goodSamples: 1 },
  partsOf: (device) => if_(device.pv.length > 0),
  look: (device, facts) => {
    const power = sumOf(device.pv, facts)
    if (power === undefined) return unknown
    if (power > Math.max(IDLE_W, IDLE_SHARE * (device.ratedW ?? 0)) || facts.hasCounted()) return good
    if (isHeldBack(device, facts)) return unknown
    // Its own word says why: one cause, one alarm.
    if (facts.faults().some(({ isGrave }) => isGrave)) return unknown
    if (facts.sunDeg() < LIT_DEG || facts.clearShare() < LIT_SHARE || facts.mayBeSnow()) return unknown
    return bad({ powerW: power })
  },
}

const isHeldBack = (device: WatchedDevice, { read }: SampleFacts): boolean =>
  (device.hasBattery && (read('batterySocPercent') ?? 0) >= FULL_PERCENT) || read('powerLimitPercent') === 0

/** A trip is a fall from at least this share of the rating to nothing from one sample to the next. */
const TRIPS_FROM = 0.05
/** Of readings further apart a zero is no trip: the evening, or an outage of its own. */
const TRIPS_WITHIN_MS = 0.5 * HOUR_MS
/** After two days without a trip it is over: a day of rain trips nothing. */
const QUIET_MS = 2 * DAY_MS

/** Falls from production to nothing in full sun, again and again: the grid, a breaker or a hot inverter. */
const repeatedTrips: SampleRule = {
  id: 'repeatedTrips',
  grace: { samples: 8, forMs: 0, goodSamples: 1 },
  partsOf: (device) => if_(device.pv.length > 0 && device.intervalMs <= TRIPS_WITHIN_MS),
  look: (device, facts, _, watch) => {
    const power = sumOf(device.pv, facts)
    if (power === undefined) return unknown
    if (watch !== undefined && facts.atMs - watch.lastBadMs > QUIET_MS) return good
    if (power > Math.max(IDLE_W, IDLE_SHARE * (device.ratedW ?? 0))) return unknown
    const beforeW = facts.powerBefore()
    if (beforeW === null || beforeW < Math.max(100, TRIPS_FROM * (device.ratedW ?? 0))) return unknown
    if (facts.hasCounted() || isHeldBack(device, facts)) return unknown
    return facts.sunDeg() < LIT_DEG || facts.clearShare() < LIT_SHARE ? unknown : bad({ powerW: beforeW })
  },
}

const sumOf = (quantities: readonly QuantityId[], { read }: SampleFacts): number | undefined => {
  let sum = 0
  for (const quantity of quantities) {
    const value = read(quantity)
    if (value === undefined) return undefined
    sum += value
  }
  return sum
}

/** A string gives this share of what it usually gives beside the others: nothing. */
const DEAD_SHARE = 0.05
/** It is back. */
const ALIVE_SHARE = 0.2
/** Below this share an input has no modules. */
export const LEAST_USUAL_SHARE = 0.03

const strings: Readonly<{ part: string; power: QuantityId }>[] = []
/** Names of a string, made once. */
function stringOf(number: number) {
  strings[number] ??= { part: `pv${number}`, power: `pv${number}PowerW` as QuantityId }
  return strings[number]
}

/** Delivers nothing while its siblings at the same inverter deliver, by its own usual share. */
const stringDead: SampleRule = {
  id: 'stringDead',
  grace: { samples: 6, forMs: HOUR_MS, goodSamples: 3 },
  partsOf: (device) =>
    device.strings.length < 2
      ? none
      : device.strings.flatMap(({ number, share }) => (share < LEAST_USUAL_SHARE ? [] : [stringOf(number).part])),
  look: (device, facts, part, watch) => {
    let own: Readonly<{ powerW: number; share: number }> | undefined
    let othersW = 0
    let othersShare = 0
    for (const { number, share } of device.strings) {
      const string = stringOf(number)
      const powerW = facts.read(string.power)
      if (powerW === undefined) continue
      if (string.part === part) own = { powerW, share }
      else {
        othersW += powerW
        othersShare += share
      }
    }
    if (own === undefined) return unknown
    // In weak or low light a string of another direction, or in a shadow, gives next to nothing.
    const least = Math.max(150, 0.1 * (device.ratedW ?? 0) * othersShare)
    if (othersW < least || othersShare <= 0 || facts.sunDeg() < LIT_DEG) return unknown
    const usualW = (othersW / othersShare) * own.share
    if (own.powerW > usualW * (watch?.isOpen ? ALIVE_SHARE : DEAD_SHARE)) return good
    return bad({ string: Number(part.slice(2)), powerW: own.powerW, usualW: Math.round(usualW) })
  },
}

const voltageRule = (id: 'voltageHigh' | 'voltageLow'): SampleRule => ({
  id,
  grace: ordinaryGrace,
  partsOf: (device) => if_(!device.isOffGrid && has(device, 'grid1VoltageV', 'ac1VoltageV')),
  look: (device, { read }, _, watch) => {
    let worst: Finding = unknown
    for (const { phase, grid, ac } of phases) {
      const voltageV = read(grid) ?? read(ac)
      const bounds = voltageV === undefined ? null : voltageBounds(voltageV, device.country, device.settings.nominalV)
      if (voltageV === undefined || bounds === null) continue
      // An open one closes 1.5 % of the nominal on the good side.
      const slack = watch?.isOpen ? bounds.nominal * 0.015 : 0
      const isBad = id === 'voltageHigh' ? voltageV > bounds.high - slack : voltageV < bounds.low + slack
      const limitV = id === 'voltageHigh' ? bounds.high : bounds.low
      if (isBad) return bad({ voltageV, limitV, phase })
      worst = good
    }
    return worst
  },
})

/** A frequency is believed above this power: at night some devices send the last one, or none. */
const LEAST_W = 500

const frequencyRule = (id: 'frequencyHigh' | 'frequencyLow'): SampleRule => ({
  id,
  grace: ordinaryGrace,
  partsOf: (device) => if_(!device.isOffGrid && has(device, 'gridFrequencyHz', 'acFrequencyHz')),
  look: (_, { read }, __, watch) => {
    const frequencyHz = read('gridFrequencyHz') ?? read('acFrequencyHz')
    if (frequencyHz === undefined || Math.abs(read('acPowerW') ?? 0) < LEAST_W) return unknown
    const bounds = frequencyBounds(frequencyHz)
    if (bounds === null) return unknown
    const slack = watch?.isOpen ? 0.1 : 0
    const isBad = id === 'frequencyHigh' ? frequencyHz > bounds.high - slack : frequencyHz < bounds.low + slack
    return isBad ? bad({ frequencyHz, limitHz: id === 'frequencyHigh' ? bounds.high : bounds.low }) : good
  },
})

const above = (
  id: RuleId,
  quantities: readonly QuantityId[],
  name: string,
  { opens, closes }: Readonly<{ opens: number; closes: number }>,
): SampleRule => ({
  id,
  grace: ordinaryGrace,
  partsOf: (device) => if_(has(device, ...quantities)),
  look: (_, { read }, __, watch) => {
    let value: number | undefined
    for (const quantity of quantities) value ??= read(quantity)
    if (value === undefined) return unknown
    return value > (watch?.isOpen ? closes : opens) ? bad({ [name]: value, limitC: opens }) : good
  },
})

/** Resistance to ground, Ohm: opens below, closes above. 0 is sent by devices that do not know it. */
const INSULATION = { opens: 100_000, closes: 150_000 }

const insulationLow: SampleRule = {
  id: 'insulationLow',
  grace: ordinaryGrace,
  partsOf: (device) => if_(has(device, 'insulationPv1Ohm', 'insulationPv2Ohm')),
  look: (_, { read }, __, watch) => {
    const known = [read('insulationPv1Ohm'), read('insulationPv2Ohm')].filter((item) => item !== undefined && item > 0)
    if (known.length === 0) return unknown
    const lowest = Math.min(...(known as number[]))
    return lowest < (watch?.isOpen ? INSULATION.closes : INSULATION.opens)
      ? bad({ insulationOhm: lowest, limitOhm: INSULATION.opens })
      : good
  },
}

/** Its counter rises, and its power reads zero: the reading is wrong, and the production is not lost. */
const powerUnread: SampleRule = {
  id: 'powerUnread',
  // A counter's last step at dusk comes without power too.
  grace: { samples: 4, forMs: 0.75 * HOUR_MS, goodSamples: 1 },
  partsOf: (device) => (device.pv.length > 0 && has(device, 'generationTotalWh', 'generationTodayWh') ? whole : none),
  look: (device, facts) => {
    const power = sumOf(device.pv, facts)
    if (power === undefined) return unknown
    // A few watts under snow fill a counter step, too: only a reading of zero is wrong.
    if (power > IDLE_W) return good
    return facts.hasCounted() && facts.sunDeg() >= LIT_DEG / 3 ? bad({ powerW: power }) : unknown
  },
}

/** The light fell to this share of what it was, and the power did not move. */
const LESS_LIGHT = 0.5

/** Sends the same values again and again. */
const valuesFrozen: SampleRule = {
  id: 'valuesFrozen',
  grace: { samples: 6, forMs: HOUR_MS, goodSamples: 1 },
  partsOf: (device) => if_(device.pv.length > 0),
  look: (device, facts, _, watch) => {
    const repeated = facts.repeats()
    if (repeated === null) return sumOf(device.pv, facts) === undefined ? unknown : good
    const light = facts.clearShare()
    // A power alone may be held at a limit for hours: only the light decides.
    if (repeated === 'power' && watch !== undefined && light > LESS_LIGHT * (watch.mark ?? 0)) return unknown
    return bad({ powerW: sumOf(device.pv, facts) ?? null }, { mark: light })
  },
}

const sensors = [
  ...(['inverterTemperatureC', 'radiatorTemperatureC', 'batteryTemperatureC'] as const),
  ...(['ambientTemperatureC', 'moduleTemperatureC', 'irradianceWm2', 'horizontalIrradianceWm2'] as const),
] satisfies readonly QuantityId[]
/** A sensor that is missing for longer belongs to the device no more. */
const GONE_MS = 14 * DAY_MS

/** A sensor that once reported sends no value, or an impossible one, which is refused, while its device goes on. */
const sensorLost: SampleRule = {
  id: 'sensorLost',
  grace: { samples: 6, forMs: HOUR_MS, goodSamples: 3 },
  partsOf: (device) => if_(has(device, ...sensors)),
  look: (device, facts, _, watch) => {
    // At dusk and dawn some devices answer for their counters alone.
    const power = device.pv.length === 0 ? undefined : (sumOf(device.pv, facts) ?? 0)
    if (power !== undefined && power <= Math.max(IDLE_W, IDLE_SHARE * (device.ratedW ?? 0))) return unknown
    for (const quantity of sensors) {
      const ageMs = facts.ageMs(quantity)
      if (ageMs !== null && ageMs > Math.max(HOUR_MS, 3 * device.intervalMs) && ageMs < GONE_MS)
        return bad({ quantity })
    }
    // A look back that begins in the middle knows nothing of a sensor that was lost before.
    const isMissing = (quantity: QuantityId): boolean =>
      device.quantities.includes(quantity) && facts.ageMs(quantity) === null
    return watch?.isOpen && sensors.some(isMissing) ? unknown : good
  },
}

/** Rules of what panels, inverters and the grid do. */
export const inverterRules: readonly SampleRule[] = [
  deviceFault,
  zeroPower,
  repeatedTrips,
  stringDead,
  voltageRule('voltageHigh'),
  voltageRule('voltageLow'),
  frequencyRule('frequencyHigh'),
  frequencyRule('frequencyLow'),
  above('overheating', ['inverterTemperatureC', 'radiatorTemperatureC'], 'temperatureC', { opens: 90, closes: 82 }),
  insulationLow,
  powerUnread,
  valuesFrozen,
  sensorLost,
]
