/**
 * Possible faults, as data. Each has a counterpart in measured plants (pv.md 1.9 and 5).
 * device: index of the inverter over the whole plant; absent means all. The meaning of severity depends on the type.
 */
export const faultTypes = [
  'outage', // the inverter stands still, state fault
  'dead-string', // severity: share of its strings without current
  'soiling', // severity: loss reached at the end of the ramp (or now)
  'shading', // severity: share of light kept away from two to four hours before solar noon
  'snow', // severity: share of light kept away
  'clipping', // severity: AC limit as a share of the rating
  'clock-shift', // severity: seconds the inverter's own clock is ahead
  'counter-reset', // total counter starts again at 0 at fromMs
  'sentinel', // a temperature sensor reports -100
  'spike', // one record whose total counter is absurd
  'gap', // records lost for good
  'link-loss', // records kept by the stick and sent later
  'silence', // the stick says nothing any more
  'mute', // this inverter says nothing, and its stick goes on
  'idle', // the inverter delivers nothing and reports no fault
  'weak-string', // severity: share of its last string's power that is missing
  'power-unread', // its power reads zero, its counters go on
  'frozen', // its values of the moment stay those of fromMs
  'power-spike', // severity: its rating times this as one record's power
  'stamp-shift', // severity: seconds the stick's own clock is ahead
  'grid-voltage', // severity: V more on each phase
  'grid-frequency', // severity: Hz more
  'grid-outage', // no grid: a battery supplies the house
  'over-export', // the export limit is not kept
  'heat', // severity: degC of the inverter
  'insulation', // severity: kOhm to ground
  'battery-heat', // severity: degC of the battery
  'cell-spread', // severity: V that the weakest cell is lower
  'soc-stuck', // severity: the percent that it shows whatever flows
] as const
export type FaultType = (typeof faultTypes)[number]

export type Fault = Readonly<{ type: FaultType; device?: number; fromMs: number; toMs?: number; severity: number }>

/** The fault of a type that is active for a device at an instant (all in UTC ms), or undefined. */
export function findFault(
  faults: readonly Fault[],
  type: FaultType,
  device: number | undefined,
  atMs: number,
): Fault | undefined {
  return faults.find(
    (f) =>
      f.type === type &&
      (f.device === undefined || device === undefined || f.device === device) &&
      atMs >= f.fromMs &&
      atMs <= (f.toMs ?? Number.POSITIVE_INFINITY),
  )
}

/** Converts faults relative to a start to absolute ones. */
export const faultsFrom = (faults: readonly Fault[], startMs: number): Fault[] =>
  faults.map((f) => ({ ...f, fromMs: startMs + f.fromMs, ...(f.toMs === undefined ? {} : { toMs: startMs + f.toMs }) }))

/**
 * A fault switched on by hand, from now on: 'PLANT=TYPE', 'PLANT=TYPE,SEVERITY' or 'PLANT=TYPE,SEVERITY,DEVICE'.
 * @throws RangeError when the text names no fault
 */
export function parseFault(text: string, nowMs: number): Readonly<{ plant: string; fault: Fault }> {
  const [plant = '', rest = ''] = text.split('=')
  const [name, severity = '1', device] = rest.split(',')
  const type = faultTypes.find((faultType) => faultType === name)
  const values = [Number(severity), Number(device ?? 0)]
  if (plant === '' || type === undefined || values.some(Number.isNaN))
    throw new RangeError(
      `Not a fault: ${text} (PLANT=TYPE[,SEVERITY[,DEVICE]] with a type of ${faultTypes.join(', ')})`,
    )
  return {
    plant,
    fault: {
      type,
      fromMs: nowMs,
      severity: Number(severity),
      ...(device === undefined ? {} : { device: Number(device) }),
    },
  }
}
