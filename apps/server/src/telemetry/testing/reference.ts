import { counterStep } from '@heliograph/domain/counter.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { type Period, periodOf } from '../calendar.ts'
import type { PlantPeriod } from '../plant-periods.ts'
import type { DeviceMeta, NewSample } from '../sample.ts'
import type { Resolution, SeriesPoint } from '../series-query.ts'

/** What everything must come to, computed in the plainest way from all samples in the order of time. */
export type Expected = Readonly<{
  points: (device: DeviceMeta, quantity: QuantityId, resolution: Exclude<Resolution, 'sample'>) => SeriesPoint[]
  latest: (device: DeviceMeta) => Record<string, { value: number; atMs: number }>
  plantDays: (devices: readonly DeviceMeta[]) => PlantPeriod[]
  quarantined: (devices: readonly DeviceMeta[]) => string[]
}>

const CAP_MS = 900_000
const todayOf = new Map<string, QuantityId>(flows.map((flow) => [flowCounters[flow].total, flowCounters[flow].today]))
const flowOf = new Map<string, Flow>(flows.map((flow) => [flowCounters[flow].total, flow]))

const starts = {
  hour: (period: Period) => period.hourStartMs,
  day: (period: Period) => period.dayStartMs,
  month: (period: Period) => period.monthStartMs,
  year: (period: Period) => period.yearStartMs,
}

export function expected(all: readonly NewSample[]): Expected {
  const samples = [...new Map(all.map((one) => [`${one.device.deviceId} ${one.atMs}`, one])).values()].sort(
    (a, b) => a.atMs - b.atMs,
  )
  const of = (device: DeviceMeta) => samples.filter((one) => one.device.deviceId === device.deviceId)
  const readings = (device: DeviceMeta, id: QuantityId) =>
    of(device).flatMap(({ atMs, values }) => {
      const value = values[id]
      const today = values[todayOf.get(id) ?? id]
      return value === undefined ? [] : [{ atMs, value, today }]
    })
  const steps = (device: DeviceMeta, id: QuantityId) => {
    const flow = flowOf.get(id)
    const isPassing = flow !== undefined && ['import', 'export', 'load', 'generator'].includes(flow)
    const all = readings(device, id)
    return all.slice(1).map((after, i) => {
      const before = all[i] as (typeof all)[number]
      const step = counterStep(
        { atMs: before.atMs, totalWh: before.value, todayWh: before.today },
        { atMs: after.atMs, totalWh: after.value, todayWh: after.today },
        {
          ratedW: (device.ratedW ?? Infinity) * (isPassing ? 10 : 1),
          stepWh: device.stepWh,
          wrapsAtWh: device.wrapsAtWh ?? undefined,
        },
      )
      return { ...step, atMs: after.atMs, before: before.value, after: after.value }
    })
  }
  const quarantinedSteps = (devices: readonly DeviceMeta[]) =>
    devices.flatMap((device) =>
      idsOf(of(device))
        .filter((id) => getQuantity(id).rollUp === 'increment')
        .flatMap((id) =>
          steps(device, id)
            .filter((step) => step.verdict === 'quarantined')
            .map((step) => `${device.deviceId} ${id} ${step.atMs} ${step.before} ${step.after}`),
        ),
    )

  return {
    points: (device, id, resolution) => {
      const startOf = (atMs: number) => starts[resolution](periodOf(atMs, device.zone))
      const { rollUp } = getQuantity(id)
      if (rollUp === 'share') return sharePoints(readings(device, id), startOf, device.zone)
      if (rollUp === 'increment') {
        return grouped(steps(device, id), startOf).map(([atMs, list]) => ({
          atMs,
          value: exactSum(list.map((step) => step.energyWh)),
          n: list.length,
        }))
      }
      return grouped(readings(device, id), startOf).map(([atMs, list]) => {
        const values = list.map((one) => one.value)
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
      return grouped(samples, (atMs) => periodOf(atMs, zone).dayStartMs).map(([startMs, list]) => {
        const inDay = (atMs: number) => periodOf(atMs, zone).dayStartMs === startMs
        const day = devices.flatMap((device) =>
          device.flows.map((flow) => {
            const id = flowCounters[flow].total
            const measured = readings(device, id).some((one) => inDay(one.atMs))
            return { flow, measured, steps: steps(device, id).filter((step) => inDay(step.atMs)) }
          }),
        )
        const energyOf = (flow: Flow) => {
          const parts = day.filter((part) => part.flow === flow && part.measured)
          if (parts.length === 0) return null
          return exactSum(parts.flatMap((part) => part.steps).map((step) => step.energyWh))
        }
        const allSteps = day.flatMap((part) => part.steps)
        return {
          period: periodOf(startMs, zone).date,
          energy: Object.fromEntries(flows.map((flow) => [flow, energyOf(flow)])) as PlantPeriod['energy'],
          refusedWh: exactSum(allSteps.map((step) => step.refusedWh)),
          quarantined: allSteps.filter((step) => step.verdict === 'quarantined').length,
          resets: allSteps.filter((step) => step.verdict === 'reset').length,
          samples: list.length,
          estimated: list.filter((one) => one.timeSource !== 'frame').length,
        }
      })
    },
    quarantined: (devices) => quarantinedSteps(devices).sort(),
  }
}

export const idsOf = (samples: readonly NewSample[]): QuantityId[] => [
  ...new Set(samples.flatMap(({ values }) => Object.keys(values) as QuantityId[])),
]

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
