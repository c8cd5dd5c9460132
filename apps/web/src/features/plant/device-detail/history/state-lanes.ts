/** The spans of a day as lanes below its chart: their names and positions. */
import type { DeviceStates, FaultSpan, StateSpan } from '../../../../api/device-states.ts'
import type { TimeRange } from '../../../../charts/time-ticks.ts'

/** How a span looks; each has a pattern of its own, so that color is not the only sign. */
export type SpanLook = 'normal' | 'waiting' | 'fault' | 'warning' | 'notice' | 'silent' | 'asleep'

const looks: Readonly<Record<StateSpan['state'], SpanLook>> = {
  normal: 'normal',
  reporting: 'normal',
  waiting: 'waiting',
  checking: 'waiting',
  standby: 'waiting',
  unknown: 'waiting',
  fault: 'fault',
  'permanent-fault': 'fault',
  silent: 'silent',
  asleep: 'asleep',
}
export const lookOfState = ({ state }: Pick<StateSpan, 'state'>): SpanLook => looks[state]

/** Left edge and width as shares of a range, 0 to 1; undefined outside of it. */
export function placeIn(
  { fromMs, toMs }: TimeRange,
  range: TimeRange,
): Readonly<{ left: number; width: number }> | undefined {
  const span = range.toMs - range.fromMs
  const left = Math.max(0, (fromMs - range.fromMs) / span)
  const right = Math.min(1, (toMs - range.fromMs) / span)
  return right > left ? { left, width: right - left } : undefined
}

export type FaultLane = Readonly<{ id: string; key: string; code: string; spans: readonly FaultSpan[] }>

const urgency: Readonly<Record<FaultSpan['severity'], number>> = { fault: 0, warning: 1, notice: 2 }

/** A lane per fault: the gravest first, then by time. */
export function toFaultLanes(faults: readonly FaultSpan[]): readonly FaultLane[] {
  const lanes = new Map<string, FaultSpan[]>()
  for (const span of faults) {
    const id = `${span.key} ${span.code}`
    const lane = lanes.get(id)
    if (lane) lane.push(span)
    else lanes.set(id, [span])
  }
  const gravest = (spans: readonly FaultSpan[]): number => Math.min(...spans.map(({ severity }) => urgency[severity]))
  return [...lanes]
    .map(([id, spans]) => ({ id, key: spans[0]?.key ?? '', code: spans[0]?.code ?? '', spans }))
    .toSorted((a, b) => gravest(a.spans) - gravest(b.spans) || (a.spans[0]?.fromMs ?? 0) - (b.spans[0]?.fromMs ?? 0))
}

type At = Readonly<{ state: StateSpan | undefined; faults: readonly FaultSpan[] }>

/** State and faults of a device at an instant. */
export function statesAt({ states, faults }: Pick<DeviceStates, 'states' | 'faults'>, atMs: number): At {
  const holds = ({ fromMs, toMs }: TimeRange): boolean => atMs >= fromMs && atMs < toMs
  return { state: states.find(holds), faults: faults.filter(holds) }
}
