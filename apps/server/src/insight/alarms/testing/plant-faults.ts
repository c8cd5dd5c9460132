import type { RuleId } from '@heliograph/domain/alarms/rule-ids.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds, daysBetween, localDate } from '@heliograph/domain/time.ts'
import type { Sky } from '../../performance/make-course.ts'
import { judgeRecording, type RecordedAlarm } from './judge-recording.ts'
import type { MeasuredPlant } from './measured-recordings.ts'
import type { RecordedDevice, RecordedSample, Recording } from './recording.ts'

/** A fault that is put into the curve of a plant that was measured and is healthy. */
type Planted = Readonly<{
  /** Any of them is right: what a curve alone cannot tell apart. */
  finds: readonly RuleId[]
  /** What else is true of it. */
  also: readonly RuleId[]
  /** Days that it lasts. */
  days: number
  /** How late its start may be, days: dirt and clocks need days with sun. */
  patienceDays: number
  /** Its plant, before the fault: with a counter, or as two inverters. */
  prepare?: (recording: Recording) => Recording
  plant: (recording: Recording, span: Span, dice: () => number) => Recording
}>
type Span = Readonly<{ fromMs: number; toMs: number; peakW: number }>

const onSamples = (
  recording: Recording,
  change: (sample: RecordedSample, device: RecordedDevice) => RecordedSample | null,
): Recording => ({
  ...recording,
  devices: recording.devices.map((device) => ({
    ...device,
    samples: device.samples.flatMap((sample) => change(sample, device) ?? []),
  })),
})

/** Changes the power of samples within a span. @param only the device; absent: all */
const onPower = (
  recording: Recording,
  { fromMs, toMs }: Span,
  change: (powerW: number, atMs: number) => number,
  only?: number,
): Recording =>
  onSamples(recording, (sample, { id }) => {
    const { atMs, values } = sample
    const powerW = values.acPowerW
    if (powerW === undefined || atMs < fromMs || atMs >= toMs || (only !== undefined && only !== id)) return sample
    return { ...sample, values: { ...values, acPowerW: change(powerW, atMs) } }
  })

const lastDevice = ({ devices }: Recording): number => devices.at(-1)?.id ?? 0

/** The same curve as that of two inverters of half the size. */
const inTwo = (recording: Recording): Recording => ({
  ...recording,
  devices: recording.devices.flatMap((device) =>
    [0, 1].map((more) => ({
      ...device,
      id: device.id + more,
      ratedW: device.ratedW === null ? null : device.ratedW / 2,
      samples: device.samples.map(({ values, ...sample }) => ({
        ...sample,
        values: values.acPowerW === undefined ? values : { ...values, acPowerW: values.acPowerW / 2 },
      })),
    })),
  ),
})

/** With a counter, as its power gives it. */
const counting = (recording: Recording): Recording => ({
  ...recording,
  devices: recording.devices.map((device) => {
    let wh = 5e6
    let beforeMs = device.samples[0]?.atMs ?? 0
    return {
      ...device,
      quantities: [...device.quantities, 'generationTotalWh' as const],
      totalStepWh: 100,
      samples: device.samples.map(({ values, ...sample }) => {
        wh += (Math.max(0, values.acPowerW ?? 0) * Math.min(sample.atMs - beforeMs, 2 * HOUR_MS)) / HOUR_MS
        beforeMs = sample.atMs
        return { ...sample, values: { ...values, generationTotalWh: Math.round(wh / 100) * 100 } }
      }),
    }
  }),
})

const shiftSky = (sky: Sky, shift: (atMs: number) => number): Sky => ({
  ...sky,
  ...Object.fromEntries(
    (['inPlane', 'horizontal', 'moduleC', 'airC', 'windMs'] as const).flatMap((name) => {
      const points = sky[name]
      // The weather of a service has its own clock.
      return points === undefined || sky.weather !== undefined
        ? []
        : [[name, points.map((point) => ({ ...point, atMs: shift(point.atMs) }))]]
    }),
  ),
})

const between = (dice: () => number, least: number, most: number): number => least + dice() * (most - least)

/** Each of them has a counterpart in measured plants (pv.md 1.9). */
export const plantedFaults = {
  outage: {
    finds: ['zeroPower', 'snow'],
    also: ['zeroPower', 'snow', 'underPerformance'],
    days: 1,
    patienceDays: 1,
    plant: (recording, span) => onPower(recording, span, () => 0),
  },
  'dead inverter of two': {
    finds: ['zeroPower', 'weakSibling'],
    also: ['zeroPower', 'weakSibling', 'underPerformance'],
    days: 6,
    patienceDays: 1,
    prepare: inTwo,
    plant: (recording, span) => onPower(recording, span, () => 0, lastDevice(recording)),
  },
  'dead strings of one of two': {
    finds: ['weakSibling'],
    also: ['underPerformance', 'soiling'],
    days: 21,
    patienceDays: 14,
    prepare: inTwo,
    plant: (recording, span, dice) => {
      const share = between(dice, 0.4, 0.75)
      return onPower(recording, span, (powerW) => powerW * share, lastDevice(recording))
    },
  },
  'dead share of the only one': {
    finds: ['underPerformance'],
    also: ['soiling'],
    days: 28,
    patienceDays: 21,
    plant: (recording, span, dice) => {
      const share = between(dice, 0.35, 0.55)
      return onPower(recording, span, (powerW) => powerW * share)
    },
  },
  'frozen values': {
    finds: ['valuesFrozen'],
    also: ['zeroPower', 'clockShift'],
    days: 2,
    patienceDays: 1.5,
    plant: (recording, span) => {
      const noonMs = span.fromMs + 12 * HOUR_MS
      let heldW: number | undefined
      return onPower(recording, { ...span, fromMs: noonMs }, (powerW) => (heldW ??= powerW))
    },
  },
  'clock an hour off': {
    finds: ['clockShift'],
    also: ['loggerSilent'],
    days: 21,
    patienceDays: 14,
    plant: (recording, { fromMs, toMs }, dice) => {
      const shiftMs = (dice() < 0.5 ? -1 : 1) * HOUR_MS
      const shift = (atMs: number): number => (atMs >= fromMs && atMs < toMs ? atMs + shiftMs : atMs)
      const sorted = onSamples(recording, (sample) => ({ ...sample, atMs: shift(sample.atMs) }))
      const devices = sorted.devices.map((device) => ({
        ...device,
        samples: device.samples.toSorted((a, b) => a.atMs - b.atMs),
      }))
      return { ...sorted, devices, ...(recording.sky ? { sky: shiftSky(recording.sky, shift) } : {}) }
    },
  },
  'counter that began anew': {
    finds: ['counterReset'],
    also: [],
    days: 4,
    patienceDays: 1,
    prepare: counting,
    plant: (recording, { fromMs }) => {
      let baseWh: number | undefined
      return onSamples(recording, (sample) => {
        const { atMs, values } = sample
        const totalWh = values.generationTotalWh
        if (totalWh === undefined || atMs < fromMs) return sample
        baseWh ??= totalWh
        return { ...sample, values: { ...values, generationTotalWh: totalWh - baseWh } }
      })
    },
  },
  'dirt that grows': {
    finds: ['soiling'],
    also: ['underPerformance'],
    days: 45,
    patienceDays: 40,
    plant: (recording, span, dice) => {
      const most = between(dice, 0.2, 0.35)
      const lost = (atMs: number): number => (most * (atMs - span.fromMs)) / (span.toMs - span.fromMs)
      return onPower(recording, span, (powerW, atMs) => powerW * (1 - lost(atMs)))
    },
  },
  'low limit': {
    finds: ['clipping'],
    also: [],
    days: 28,
    patienceDays: 21,
    plant: (recording, span, dice) => {
      const limitW = span.peakW * between(dice, 0.3, 0.6)
      return onPower(recording, span, (powerW) => Math.min(powerW, limitW))
    },
  },
  'sentinel value': {
    finds: ['powerSpike'],
    also: [],
    days: 1,
    patienceDays: 1,
    plant: (recording, span, dice) => {
      const wrongW = dice() < 0.5 ? -1_000_000_000 : 4_294_967_295
      const atMs = span.fromMs + 12 * HOUR_MS
      let isDone = false
      return onPower(recording, { ...span, fromMs: atMs }, (powerW) => {
        const isFirst = !isDone
        isDone = true
        return isFirst ? wrongW : powerW
      })
    },
  },
  silence: {
    finds: ['loggerSilent'],
    also: [],
    days: 3,
    patienceDays: 1,
    plant: (recording, { fromMs, toMs }) =>
      onSamples(recording, (sample) => (sample.atMs >= fromMs + 10 * HOUR_MS && sample.atMs < toMs ? null : sample)),
  },
} as const satisfies Readonly<Record<string, Planted>>
export type PlantedFault = keyof typeof plantedFaults
export const plantedKinds = Object.keys(plantedFaults) as readonly PlantedFault[]

/** Days before a fault that the rules may learn from, and after it. */
const BEFORE = 40
const AFTER = 4

/** What the rules made of a fault at a drawn day. @property found null: nothing that is right */
export type PlantedProof = Readonly<{
  day: string
  found: RecordedAlarm | null
  others: readonly RecordedAlarm[]
}>

/**
 * Puts a fault into a healthy plant's curve on a day that the dice choose, and judges. Alarms that the same stretch shows
 * without the fault are left out. null: the recording is too short for it.
 */
export function proveFault(
  { recording }: Pick<MeasuredPlant, 'recording'>,
  kind: PlantedFault,
  dice: () => number,
): PlantedProof | null {
  const fault: Planted = plantedFaults[kind]
  const least = Math.min(BEFORE, 20)
  const room = daysBetween(recording.from, recording.to) - least - fault.days - AFTER
  if (room < 1) return null
  const day = addDays(recording.from, least + Math.floor(dice() * room))
  const cut = cutOut(recording, addDays(day, -BEFORE), addDays(day, fault.days + AFTER))
  const whole = fault.prepare?.(cut) ?? cut
  const powers = whole.devices.flatMap(({ samples }) => samples.map(({ values }) => values.acPowerW ?? 0))
  const fromMs = dayBounds(day, recording.zone).fromMs
  const peakW = powers.toSorted((a, b) => a - b)[Math.floor(powers.length * 0.99)] ?? 0
  const alarms = judgeRecording(fault.plant(whole, { fromMs, toMs: fromMs + fault.days * DAY_MS, peakW }, dice))
  const right: readonly RuleId[] = fault.finds
  const isNear = ({ openedAtMs, foundAtMs }: RecordedAlarm): boolean =>
    openedAtMs >= fromMs - 2 * DAY_MS &&
    openedAtMs <= fromMs + fault.patienceDays * DAY_MS &&
    foundAtMs <= fromMs + (fault.days + AFTER) * DAY_MS
  const found = alarms.find((item) => right.includes(item.rule) && isNear(item)) ?? null
  const usual = new Set(judgeRecording(whole).map(({ rule }) => rule))
  const allowed: readonly RuleId[] = [...fault.finds, ...fault.also]
  return { day, found, others: alarms.filter(({ rule }) => !allowed.includes(rule) && !usual.has(rule)) }
}

function cutOut(recording: Recording, from: string, to: string): Recording {
  const { zone } = recording
  const first = from < recording.from ? recording.from : from
  const last = to > recording.to ? recording.to : to
  return {
    ...recording,
    from: first,
    to: last,
    devices: recording.devices.map((device) => ({
      ...device,
      samples: device.samples.filter(({ atMs }) => {
        const date = localDate(atMs, zone)
        return date >= first && date <= last
      }),
    })),
  }
}
