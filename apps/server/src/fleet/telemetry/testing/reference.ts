import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { emptyMeter, type MeterEvent, readMeter } from '@heliograph/domain/meter.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { type Period, periodOf } from '../calendar.ts'
import type { PlantPeriod } from '../plant-periods.ts'
import type { DeviceMeta, NewSample } from '../sample.ts'
import type { Resolution, SeriesPoint } from '../series-query.ts'
import { spreadEnergy } from '../spread.ts'

/** The expected result of everything, computed in the simplest way from all samples in the order of time. */
export type Expected = Readonly<{
  points: (device: DeviceMeta, quantity: QuantityId, resolution: Exclude<Resolution, 'sample'>) => SeriesPoint[]
  latest: (device: DeviceMeta) => Record<string, { value: number; atMs: number }>
  plantDays: (devices: readonly DeviceMeta[]) => PlantPeriod[]
  quarantined: (devices: readonly DeviceMeta[]) => string[]
}>

type Part = Readonly<{ atMs: number; units: number; n: number; estimated: number; reported: number }>

const CAP_MS = 900_000
const todayOf = new Map<string, QuantityId>(flows.map((flow) => [flowCounters[flow].total, flowCounters[flow].today]))

const starts = {
  hour: (period: Period) => period.hourStartMs,
  day: (period: Period) => period.dayStartMs,
  month: (period: Period) => period.monthStartMs,
  year: (period: Period) => period.yearStartMs,
}

export function expected(all: readonly NewSample[]): Expected {
  const samples = [...new Map(all.map((item) => [`${item.device.deviceId} ${item.atMs}`, item])).values()].sort(
    (a, b) => a.atMs - b.atMs,
  )
  const of = (device: DeviceMeta) => samples.filter((sample) => sample.device.deviceId === device.deviceId)
  const readings = (device: DeviceMeta, id: QuantityId) =>
    of(device).flatMap(({ atMs, values }) => {
      const value = values[id]
      const today = values[todayOf.get(id) ?? id]
      return value === undefined ? [] : [{ atMs, value, today }]
    })
  const events = (device: DeviceMeta, id: QuantityId): MeterEvent[] => {
    const meter = emptyMeter()
    const emitted: MeterEvent[] = []
    for (const { atMs, values } of of(device)) {
      const todayWh = values[todayOf.get(id) ?? id] ?? null
      const { dayStartMs } = periodOf(atMs, device.zone)
      const reading = { atMs, dayStartMs, totalWh: values[id] ?? null, todayWh, yesterdayWh: null }
      readMeter(
        meter,
        reading,
        device.ruleOf(id),
        () => false,
        (event) => emitted.push(event),
      )
    }
    return emitted
  }
  /** Energy by hour: parts are multiples of 0.0001 Wh. */
  const parts = (device: DeviceMeta, id: QuantityId): Part[] =>
    events(device, id).flatMap((event) => {
      if (event.kind === 'reported') {
        // Without sun it counts if it is plausible for the hours since midnight.
        const rule = device.ruleOf(id)
        const mostWh = (rule.ratedW * (event.toMs - event.fromMs) * 1.3) / HOUR_MS + 2 * rule.todayStepWh
        if (event.wh > mostWh) return []
        const energy = { ...event, kind: 'energy' as const, sinceResetWh: null, yesterdayWh: null, countedWh: 0 }
        return spreadEnergy(energy, device.zone, null).flatMap(({ period, units }) =>
          units === 0
            ? []
            : [
                {
                  atMs: period.hourStartMs,
                  units: event.sign * units,
                  n: event.sign,
                  estimated: 0,
                  reported: event.sign * units,
                },
              ],
        )
      }
      if (event.kind !== 'energy') return []
      return spreadEnergy(event, device.zone, null).map(({ period, units, isDayEstimated }) => ({
        atMs: period.hourStartMs,
        units: event.sign * units,
        n: event.sign,
        estimated: isDayEstimated ? event.sign * units : 0,
        reported: 0,
      }))
    })
  const refusals = (device: DeviceMeta, id: QuantityId) => {
    const open = new Map<number, { atMs: number; beforeWh: number; afterWh: number }>()
    for (const event of events(device, id)) {
      if (event.kind !== 'refused') continue
      if (event.sign === 1) open.set(event.atMs, event)
      else open.delete(event.atMs)
    }
    return [...open.values()].map((item) => ({ ...item, refusedWh: Math.max(0, item.afterWh - item.beforeWh) }))
  }
  const resets = (device: DeviceMeta, id: QuantityId) => events(device, id).filter((event) => event.kind === 'reset')
  const quarantinedSteps = (devices: readonly DeviceMeta[]) =>
    devices.flatMap((device) =>
      totalsOf(of(device)).flatMap((id) =>
        refusals(device, id).map(
          (refusal) => `${device.deviceId} ${id} ${refusal.atMs} ${refusal.beforeWh} ${refusal.afterWh}`,
        ),
      ),
    )

  return {
    points: (device, id, resolution) => {
      const startOf = (atMs: number) => starts[resolution](periodOf(atMs, device.zone))
      const { rollUp } = getQuantity(id)
      if (rollUp === 'share') return sharePoints(readings(device, id), startOf, device.zone)
      if (rollUp === 'increment') {
        return grouped(parts(device, id), startOf)
          .map(([atMs, list]) => ({
            atMs,
            value: list.reduce((sum, { units }) => sum + units, 0) / 10_000,
            n: list.reduce((sum, { n }) => sum + n, 0),
          }))
          .filter(({ n }) => n !== 0)
      }
      return grouped(readings(device, id), startOf).map(([atMs, list]) => {
        const values = list.map((item) => item.value)
        const last = values.at(-1) as number
        if (rollUp === 'last') return { atMs, value: last, n: values.length }
        const sum = values.reduce((total, value) => total + Math.round(value * 10_000), 0)
        const [min, max] = [Math.min(...values), Math.max(...values)]
        return { atMs, value: sum / values.length / 10_000, min, max, n: values.length }
      })
    },
    latest: (device) =>
      Object.fromEntries(
        of(device).flatMap(({ atMs, values }) => Object.entries(values).map(([id, value]) => [id, { value, atMs }])),
      ),
    plantDays: (devices) => {
      const zone = devices[0]?.zone ?? 'UTC'
      const startOf = (atMs: number): number => periodOf(atMs, zone).dayStartMs
      const counters = devices.flatMap((device) =>
        device.flows.map((flow) => ({ device, flow, id: flowCounters[flow].total })),
      )
      const all = counters.map((counter) => ({ ...counter, parts: parts(counter.device, counter.id) }))
      const starts = [...samples, ...all.flatMap((item) => item.parts)].map(({ atMs }) => startOf(atMs))
      return [...new Set(starts)]
        .sort((a, b) => a - b)
        .map((startMs) => {
          const inDay = ({ atMs }: { atMs: number }) => startOf(atMs) === startMs
          const energyOf = (flow: Flow) => {
            const own = all.filter((item) => item.flow === flow)
            const list = own.flatMap((item) => item.parts.filter(inDay))
            const isMeasured = own.some(({ device, id }) => readings(device, id).some(inDay))
            return list.length === 0 && !isMeasured ? null : list.reduce((sum, { units }) => sum + units, 0) / 10_000
          }
          const refused = all.flatMap(({ device, id }) => refusals(device, id).filter(inDay))
          const sumOf = (isGeneration: boolean, pick: (part: Part) => number) =>
            all
              .filter(({ flow }) => (flow === 'generation') === isGeneration)
              .flatMap((item) => item.parts.filter(inDay))
              .reduce((sum, part) => sum + pick(part), 0) / 10_000
          const list = samples.filter(inDay)
          return {
            period: periodOf(startMs, zone).date,
            energy: Object.fromEntries(flows.map((flow) => [flow, energyOf(flow)])) as PlantPeriod['energy'],
            refusedWh: exactSum(refused.map((item) => item.refusedWh)),
            quarantined: refused.length,
            resets: all.flatMap(({ device, id }) => resets(device, id).filter(inDay)).length,
            samples: list.length,
            estimated: list.filter((item) => item.timeSource !== 'frame').length,
            generationEstimatedWh: sumOf(true, ({ estimated }) => estimated),
            othersEstimatedWh: sumOf(false, ({ estimated }) => estimated),
            reportedWh: sumOf(true, ({ reported }) => reported),
            derivedWh: 0,
            generationOffsetWh: 0,
            useOffsetWh: 0,
          }
        })
    },
    quarantined: (devices) => quarantinedSteps(devices).sort(),
  }
}

export const idsOf = (samples: readonly NewSample[]): QuantityId[] => [
  ...new Set(samples.flatMap(({ values }) => Object.keys(values) as QuantityId[])),
]

/** The totals of the meters that are read: "today" alone represents its total too. */
const totalsOf = (samples: readonly NewSample[]): QuantityId[] => {
  const ids = idsOf(samples)
  const totals = [...todayOf].flatMap(([total, today]) => (ids.includes(today) ? [total as QuantityId] : []))
  return [...new Set([...ids.filter((id) => getQuantity(id).rollUp === 'increment'), ...totals])]
}

const exactSum = (energies: readonly number[]): number =>
  energies.reduce((sum, energy) => sum + Math.round(energy * 10_000), 0) / 10_000

function grouped<T extends { readonly atMs: number }>(
  list: readonly T[],
  keyOf: (atMs: number) => number,
): [number, T[]][] {
  const groups = new Map<number, T[]>()
  for (const one of list) groups.set(keyOf(one.atMs), [...(groups.get(keyOf(one.atMs)) ?? []), one])
  return [...groups].sort(([a], [b]) => a - b)
}

function sharePoints(
  readings: readonly { atMs: number; value: number }[],
  startOf: (atMs: number) => number,
  zone: string,
): SeriesPoint[] {
  const periods = new Map<number, Map<number, number>>()
  readings.slice(0, -1).forEach(({ atMs, value }, i) => {
    const endMs = Math.min(readings[i + 1]?.atMs ?? 0, atMs + CAP_MS)
    for (let fromMs = atMs; fromMs < endMs; ) {
      const toMs = Math.min(endMs, periodOf(fromMs, zone).hourEndMs)
      const states = periods.get(startOf(fromMs)) ?? new Map<number, number>()
      periods.set(startOf(fromMs), states.set(value, (states.get(value) ?? 0) + toMs - fromMs))
      fromMs = toMs
    }
  })
  return [...periods]
    .sort(([a], [b]) => a - b)
    .map(([atMs, states]) => {
      const shares = [...states]
        .map(([state, ms]) => ({ state, seconds: ms / 1000 }))
        .sort((a, b) => b.seconds - a.seconds || a.state - b.state)
      return { atMs, value: shares[0]?.state ?? Number.NaN, shares }
    })
}
