import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import type { Values } from '../reading.ts'
import { judgeSamples, lookoutsOf, sampleRules } from './judge-samples.ts'
import { type RuleId, ruleIds } from './rule-ids.ts'
import { rules } from './rules.ts'
import { ordinarySettings, type SampleFacts, type WatchedDevice } from './sample-facts.ts'
import type { UserRule } from './user-rule.ts'

const STEP = 5 * MINUTE_MS
const noon = Date.parse('2026-06-01T10:00Z')
type Sky = Readonly<{
  sunDeg?: number
  clearShare?: number
  mayBeSnow?: boolean
  hasCounted?: boolean
  powerBefore?: number
  repeats?: 'all' | 'power'
  ageMs?: number
  faults?: readonly string[]
}>
type Given = Values & Readonly<{ sky?: Sky }>

const deviceOf = (values: Values, more: Partial<WatchedDevice> = {}): WatchedDevice => ({
  type: 'INVERTER',
  intervalMs: STEP,
  ratedW: 10_000,
  quantities: Object.keys(values) as WatchedDevice['quantities'],
  pv: [],
  hasBattery: false,
  isOffGrid: false,
  gridFactor: null,
  strings: [],
  country: 'DE',
  settings: ordinarySettings,
  ...more,
})
const factsOf = ({ sky = {}, ...values }: Given, atMs: number): SampleFacts => ({
  atMs,
  read: (quantity) => values[quantity],
  ageMs: (quantity) => sky.ageMs ?? (values[quantity] === undefined ? null : 0),
  beginsHour: () => atMs % HOUR_MS < STEP,
  powerBefore: () => sky.powerBefore ?? null,
  hasCounted: () => sky.hasCounted ?? false,
  sunDeg: () => sky.sunDeg ?? 50,
  repeats: () => sky.repeats ?? null,
  clearShare: () => sky.clearShare ?? ((sky.sunDeg ?? 50) > 15 ? 0.7 : 0),
  mayBeSnow: () => sky.mayBeSnow ?? false,
  faults: () => (sky.faults ?? []).map((code) => ({ code, isGrave: true })),
  evidence: () => ({ maker: 'Deye', profileId: 'deye/micro' }),
})
const judgeAll = (device: WatchedDevice, samples: readonly Given[]) =>
  judgeSamples(
    lookoutsOf(device),
    samples.map((sample, i) => factsOf(sample, noon + i * STEP)),
    STEP,
  ).findings
/** What opens and closes. */
const run = (device: WatchedDevice, samples: readonly Given[]) =>
  judgeAll(device, samples).filter(({ change }) => change.kind !== 'seen')
const times = (count: number, one: Given): readonly Given[] => Array.from({ length: count }, () => one)

type Case = Readonly<{
  rule: RuleId
  device?: Partial<WatchedDevice>
  calm: Given
  bad: Given
  /** Still open by hysteresis. */
  between?: Given
  /** Says nothing: neither opens nor closes. */
  mute?: Given
  /** Bad samples until it opens. */
  needs: number
  /** Steps until the sample from which it counts, where that is not the first bad one. */
  openedAfter?: number
}>

const strings = [
  { number: 1, share: 0.5 },
  { number: 2, share: 0.5 },
]
const storage = { hasBattery: true }
const cases: readonly Case[] = [
  {
    rule: 'deviceFault',
    calm: { inverterState: 3 },
    bad: { inverterState: 4, sky: { faults: ['F23'] } },
    needs: 3,
  },
  {
    rule: 'zeroPower',
    device: { pv: ['pvPowerW'] },
    calm: { pvPowerW: 3_000 },
    bad: { pvPowerW: 0 },
    mute: { pvPowerW: 0, sky: { sunDeg: 5 } },
    needs: 37,
  },
  {
    rule: 'stringDead',
    device: { strings },
    calm: { pv1PowerW: 1_500, pv2PowerW: 1_400 },
    bad: { pv1PowerW: 1_500, pv2PowerW: 2 },
    between: { pv1PowerW: 1_500, pv2PowerW: 200 },
    mute: { pv1PowerW: 60, pv2PowerW: 0 },
    needs: 13,
  },
  {
    rule: 'voltageHigh',
    calm: { grid1VoltageV: 231 },
    bad: { grid1VoltageV: 254 },
    between: { grid1VoltageV: 251 },
    mute: { grid1VoltageV: 0 },
    needs: 3,
  },
  {
    rule: 'voltageLow',
    calm: { grid1VoltageV: 231 },
    bad: { grid1VoltageV: 190 },
    between: { grid1VoltageV: 197 },
    needs: 3,
  },
  {
    rule: 'frequencyHigh',
    calm: { acFrequencyHz: 50.1, acPowerW: 2_000 },
    bad: { acFrequencyHz: 50.8, acPowerW: 2_000 },
    between: { acFrequencyHz: 50.45, acPowerW: 2_000 },
    mute: { acFrequencyHz: 52, acPowerW: 300 },
    needs: 3,
  },
  {
    rule: 'frequencyLow',
    calm: { acFrequencyHz: 60, acPowerW: 2_000 },
    bad: { acFrequencyHz: 59.2, acPowerW: 2_000 },
    mute: { acFrequencyHz: 0, acPowerW: 2_000 },
    needs: 3,
  },
  {
    rule: 'overheating',
    calm: { inverterTemperatureC: 45 },
    bad: { inverterTemperatureC: 95 },
    between: { inverterTemperatureC: 85 },
    needs: 3,
  },
  {
    rule: 'insulationLow',
    calm: { insulationPv1Ohm: 2e6 },
    bad: { insulationPv1Ohm: 60_000 },
    between: { insulationPv1Ohm: 120_000 },
    mute: { insulationPv1Ohm: 0 },
    needs: 3,
  },
  {
    rule: 'batteryHot',
    calm: { batteryTemperatureC: 25 },
    bad: { batteryTemperatureC: 58 },
    between: { batteryTemperatureC: 52 },
    needs: 3,
  },
  {
    rule: 'cellSpread',
    calm: { batteryCellMaxVoltageV: 3.31, batteryCellMinVoltageV: 3.3, batterySocPercent: 60 },
    bad: { batteryCellMaxVoltageV: 3.45, batteryCellMinVoltageV: 3.2, batterySocPercent: 60 },
    between: { batteryCellMaxVoltageV: 3.42, batteryCellMinVoltageV: 3.3, batterySocPercent: 60 },
    mute: { batteryCellMaxVoltageV: 3.6, batteryCellMinVoltageV: 3.2, batterySocPercent: 99 },
    needs: 3,
  },
  {
    rule: 'socStuck',
    calm: { batterySocPercent: 98, batteryPowerW: 2_000 },
    bad: { batterySocPercent: 60, batteryPowerW: 2_000 },
    mute: { batterySocPercent: 60, batteryPowerW: 100 },
    // Four hours begin; the first bad one is five minutes into its hour.
    needs: 48,
    openedAfter: 12,
  },
  {
    rule: 'gridOutage',
    device: storage,
    calm: { grid1VoltageV: 230 },
    bad: { grid1VoltageV: 3, epsPowerW: 400, batterySocPercent: 70 },
    needs: 3,
  },
  {
    rule: 'powerUnread',
    device: { pv: ['acPowerW'] },
    calm: { acPowerW: 3_000, generationTotalWh: 1 },
    bad: { acPowerW: 0, generationTotalWh: 1, sky: { hasCounted: true } },
    // A counter in whole kWh steps seldom.
    mute: { acPowerW: 0, generationTotalWh: 1, sky: { sunDeg: -3, hasCounted: true } },
    needs: 10,
  },
  {
    rule: 'valuesFrozen',
    device: { pv: ['acPowerW'] },
    calm: { acPowerW: 3_000 },
    bad: { acPowerW: 3_000, sky: { repeats: 'all' } },
    needs: 13,
  },
  {
    rule: 'gridOutage',
    device: storage,
    calm: { ac1VoltageV: 230, epsVoltageV: 230 },
    bad: { ac1VoltageV: 0, epsVoltageV: 230, epsPowerW: 400 },
    needs: 3,
  },
  {
    rule: 'overheating',
    calm: { radiatorTemperatureC: 45 },
    bad: { radiatorTemperatureC: 95 },
    needs: 3,
  },
  {
    rule: 'exportHigh',
    device: { gridFactor: 1, settings: { ...ordinarySettings, exportLimitW: 6_000 } },
    calm: { gridPowerW: -5_900 },
    bad: { gridPowerW: -7_000 },
    between: { gridPowerW: -6_400 },
    needs: 3,
  },
]

it('has a condition for each rule that looks at samples', () => {
  const looking = ruleIds.filter((id) => rules[id].looksAt === 'sample')
  expect(sampleRules.map(({ id }) => id).sort()).toEqual([...looking].sort())
})

describe('rules on samples', () => {
  it.each(cases)('$rule opens after its grace, from the first sample that counts', (item) => {
    const device = deviceOf({ ...item.calm, ...item.bad }, item.device)
    const opened = run(device, [item.calm, ...times(item.needs, item.bad)])
    expect(opened).toMatchObject([
      { rule: item.rule, change: { kind: 'open', openedAtMs: noon + (item.openedAfter ?? 1) * STEP } },
    ])
    expect(run(device, [item.calm, ...times(item.needs - 1, item.bad)])).toEqual([])
  })

  it.each(cases)('$rule closes by itself, and not between its bounds', (item) => {
    const device = deviceOf({ ...item.calm, ...item.bad }, item.device)
    const open = times(item.needs, item.bad)
    if (item.between) expect(run(device, [...open, ...times(20, item.between)])).toHaveLength(1)
    if (item.mute) expect(run(device, [...open, ...times(20, item.mute)])).toHaveLength(1)
    if (item.mute) expect(run(device, times(60, item.mute))).toEqual([])
    const findings = run(device, [
      ...open,
      ...times(3, item.rule === 'socStuck' ? { ...item.calm, batterySocPercent: 65 } : item.calm),
    ])
    expect(findings.at(-1)?.change).toEqual({ kind: 'close', atMs: noon + item.needs * STEP })
  })

  it('asleep, held back, full or under snow is no zero power', () => {
    const device = deviceOf(
      { pvPowerW: 0, batterySocPercent: 0, powerLimitPercent: 0 },
      { pv: ['pvPowerW'], hasBattery: true },
    )
    for (const one of [
      { pvPowerW: 0, sky: { sunDeg: -20 } },
      { pvPowerW: 0, powerLimitPercent: 0 },
      { pvPowerW: 0, batterySocPercent: 99 },
      { pvPowerW: 0, sky: { mayBeSnow: true } },
      { pvPowerW: 0, sky: { hasCounted: true } },
    ] satisfies readonly Given[])
      expect(run(device, times(60, one))).toEqual([])
  })

  it('zero power is not told beside a fault that the device reports itself', () => {
    const device = deviceOf({ pvPowerW: 0, faultCode1: 1 }, { pv: ['pvPowerW'] })
    const dead = (faults: readonly string[]) => times(60, { pvPowerW: 0, faultCode1: 1, sky: { faults } })
    expect(run(device, dead([])).map(({ rule }) => rule)).toEqual(['zeroPower'])
    expect(run(device, dead(['F12'])).map(({ rule }) => rule)).toEqual(['deviceFault'])
  })

  it('trips for days are told at their eighth, and end after two days without', () => {
    const device = deviceOf({ acPowerW: 0 }, { pv: ['acPowerW'] })
    /** Off 20 of every 120 minutes. */
    const tripping = (count: number, sky: Sky = {}) =>
      Array.from({ length: count }, () => [
        ...times(20, { acPowerW: 4_000 }),
        { acPowerW: 0, sky: { powerBefore: 4_000, ...sky } },
        ...times(3, { acPowerW: 0, sky: { powerBefore: 0 } }),
      ]).flat()
    expect(run(device, tripping(7))).toEqual([])
    const opened = run(device, tripping(8))
    expect(opened.map(({ rule, change }) => [rule, change.kind])).toEqual([['repeatedTrips', 'open']])
    const calm = (days: number) => times(days * 288, { acPowerW: 4_000 })
    expect(run(device, [...tripping(8), ...calm(1)]).length).toBe(1)
    expect(run(device, [...tripping(8), ...calm(3)]).map(({ change }) => change.kind)).toEqual(['open', 'close'])
    // At dusk, counted, or one a week: none.
    for (const sky of [{ sunDeg: 10 }, { clearShare: 0.1 }, { hasCounted: true }])
      expect(run(device, tripping(20, sky))).toEqual([])
    expect(run(device, Array.from({ length: 9 }, () => [...tripping(1), ...calm(3)]).flat())).toEqual([])
  })

  it('keeps what the device itself says', () => {
    const [found] = run(deviceOf({ inverterState: 1 }), times(3, { inverterState: 4, sky: { faults: ['F23', 'F11'] } }))
    expect(found?.change).toMatchObject({
      evidence: { maker: 'Deye', profileId: 'deye/micro', code: 'F23', codes: ['F23', 'F11'] },
    })
  })

  it('a power alone is frozen when it outlasts half of the light', () => {
    const device = deviceOf({ acPowerW: 0 }, { pv: ['acPowerW'] })
    const power = (clearShare: number): Given => ({ acPowerW: 3_000, sky: { repeats: 'power', clearShare } })
    // Held at a limit from morning to evening.
    expect(run(device, [...times(40, power(0.6)), ...times(40, power(1)), ...times(40, power(0.5))])).toEqual([])
    expect(run(device, [power(0.6), ...times(30, power(0.9)), ...times(12, power(0.2))])).toMatchObject([
      { rule: 'valuesFrozen', change: { kind: 'open', openedAtMs: noon } },
    ])
  })

  it('an open alarm is seen each quarter of an hour, where a sample shows it', () => {
    const device = deviceOf({ acFrequencyHz: 50, acPowerW: 0 })
    const high: Given = { acFrequencyHz: 52, acPowerW: 4_000 }
    const night: Given = { acFrequencyHz: 52, acPowerW: 0 }
    const found = judgeAll(device, [...times(9, high), ...times(20, night), high])
    expect(found.map(({ change }) => [change.kind, 'atMs' in change && (change.atMs - noon) / STEP])).toEqual([
      ['open', 2],
      ['seen', 5],
      ['seen', 8],
      ['seen', 29],
    ])
  })

  it('a sensor is lost that told its value, while the device goes on', () => {
    const device = deviceOf({ inverterTemperatureC: 40, acPowerW: 0 }, { pv: ['acPowerW'] })
    const told: Given = { inverterTemperatureC: 40, acPowerW: 3_000 }
    const lost = (hours: number, acPowerW = 3_000): Given => ({ acPowerW, sky: { ageMs: hours * HOUR_MS } })
    const open = [told, ...times(14, lost(2))]
    expect(run(device, open)).toMatchObject([
      { rule: 'sensorLost', change: { openedAtMs: noon + STEP, parameters: { quantity: 'inverterTemperatureC' } } },
    ])
    expect(run(device, [...open, ...times(3, told)])).toHaveLength(2)
    // For weeks: it belongs to the device no more.
    expect(run(device, [...open, ...times(3, lost(24 * 15))])).toHaveLength(2)
    for (const quiet of [lost(0.5), lost(9, 0), { acPowerW: 3_000 }]) expect(run(device, times(30, quiet))).toEqual([])
    // Nothing known of it: neither back nor lost.
    expect(run(device, [...open, ...times(9, { acPowerW: 3_000 })])).toHaveLength(1)
  })

  it('of an input without modules say nothing', () => {
    const device = deviceOf({ pv1PowerW: 0, pv2PowerW: 0 }, { strings: [{ number: 1, share: 1 }] })
    expect(run(device, times(60, { pv1PowerW: 4_000, pv2PowerW: 0 }))).toEqual([])
  })
})

describe("a person's own rule", () => {
  const rule: UserRule = {
    name: 'Hot',
    quantity: 'inverterTemperatureC',
    comparison: 'above',
    threshold: 60,
    hysteresis: 5,
    forMs: 10 * MINUTE_MS,
    sunAboveDeg: 10,
    powerAboveW: null,
    level: 1,
    influence: 0,
  }
  const judge = (samples: readonly Given[]) =>
    judgeSamples(
      lookoutsOf(deviceOf({ inverterTemperatureC: 1 }), [{ id: 'r1', rule }]),
      samples.map((sample, i) => factsOf(sample, noon + i * STEP)),
      STEP,
    ).findings

  it('holds for its time, and closes beyond its hysteresis', () => {
    const hot = { inverterTemperatureC: 61 }
    expect(judge(times(2, hot))).toEqual([])
    expect(judge(times(3, hot))).toMatchObject([{ rule: 'userRule', userRuleId: 'r1', change: { openedAtMs: noon } }])
    expect(judge([...times(3, hot), { inverterTemperatureC: 56 }])).toHaveLength(1)
    expect(judge([...times(3, hot), { inverterTemperatureC: 54 }])).toHaveLength(2)
  })

  it('looks only in the sun that it asks for', () => {
    expect(judge(times(9, { inverterTemperatureC: 61, sky: { sunDeg: 3 } }))).toEqual([])
  })
})

describe('the same samples', () => {
  const device = deviceOf({ grid1VoltageV: 0, inverterTemperatureC: 0, insulationPv1Ohm: 0 })
  const lookouts = lookoutsOf(device)
  const samples = fc.array(
    fc.record({
      grid1VoltageV: fc.constantFrom(231, 252, 255, 190),
      inverterTemperatureC: fc.constantFrom(40, 85, 93),
      insulationPv1Ohm: fc.constantFrom(0, 50_000, 120_000, 1e6),
    }),
    { minLength: 1, maxLength: 40 },
  )

  it('give the same alarms in whatever order they come', () => {
    fc.assert(
      fc.property(samples, fc.integer(), (values, seed) => {
        const facts = values.map((value, i) => factsOf(value, noon + i * STEP))
        const mixed = facts.toSorted((a, b) => ((a.atMs * 7919 + seed) % 101) - ((b.atMs * 7919 + seed) % 101))
        expect(judgeSamples(lookouts, [...mixed, ...mixed], STEP)).toEqual(judgeSamples(lookouts, facts, STEP))
      }),
      { numRuns: 60 },
    )
  })

  it('give the same alarms in whatever batches they come', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 9 }), (values, size) => {
        const facts = values.map((value, i) => factsOf(value, noon + i * STEP))
        let watches = {}
        const findings: unknown[] = []
        for (let at = 0; at < facts.length; at += size) {
          const part = judgeSamples(lookouts, facts.slice(at, at + size), STEP, watches)
          watches = part.watches
          findings.push(...part.findings)
        }
        expect({ watches, findings }).toEqual(judgeSamples(lookouts, facts, STEP))
      }),
      { numRuns: 60 },
    )
  })

  it('a few watts that are counted are no unread power', () => {
    const little = deviceOf({ pvPowerW: 0, generationTotalWh: 0 }, { pv: ['pvPowerW'], ratedW: 10_000 })
    const snow = { pvPowerW: 20, generationTotalWh: 1, sky: { hasCounted: true } }
    expect(
      judgeSamples(
        lookoutsOf(little),
        times(20, snow).map((time, i) => factsOf(time, noon + i * STEP)),
        STEP,
      ).findings,
    ).toEqual([])
  })

  it('a gap counts for three intervals, however long', () => {
    const idle = deviceOf({ pvPowerW: 0 }, { pv: ['pvPowerW'] })
    const apart = [0, 5 * HOUR_MS, 10 * HOUR_MS].map((ms) => factsOf({ pvPowerW: 0 }, noon + ms))
    expect(judgeSamples(lookoutsOf(idle), apart, STEP).findings).toEqual([])
  })
})

describe('a state of charge that never moves', () => {
  const device = deviceOf({ batterySocPercent: 50, batteryPowerW: 3_000 }, { hasBattery: true })
  const lookouts = lookoutsOf(device)
  /** A battery at work: how many of its samples change what is kept. */
  const countWrites = (socAt: (index: number) => number): number => {
    let watches = {}
    let writes = 0
    for (let index = 0; index < 288; index += 1) {
      const facts = factsOf({ batterySocPercent: socAt(index), batteryPowerW: 3_000 }, noon + index * STEP)
      const next = judgeSamples(lookouts, [facts], STEP, watches).watches
      if (next !== watches) writes += 1
      watches = next
    }
    return writes
  }

  it('costs a row twice an hour at most while it moves', () => {
    expect(countWrites((index) => 6 + (index % 90))).toBeLessThanOrEqual(48)
  })

  it('costs a row an hour while it stands', () => {
    expect(countWrites(() => 50)).toBeLessThanOrEqual(24)
  })

  it('is no alarm when the charge came back to the same value in between', () => {
    const back = Array.from({ length: 120 }, (_, index) => ({
      batterySocPercent: index % 12 === 5 ? 52 : 50,
      batteryPowerW: 3_000,
    }))
    expect(run(device, back)).toEqual([])
  })
})
