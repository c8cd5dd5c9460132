import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { type Flow, flows } from '@heliograph/domain/energy-flow.ts'
import { countsAs, type MeterRole, type MeterWiring } from '@heliograph/domain/meter-role.ts'
import { chosenAmong, type MeteringRules, ordinaryRules, sourceOfFlow } from '@heliograph/domain/metering.ts'
import { estimableFlows, hasCounter } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'

export type FlowCandidate = Readonly<{
  id: number
  type: DeviceType
  serial: string
  /** The quantities that the device can deliver. */
  quantities: readonly QuantityId[]
  /** How its owner says that a meter is wired. */
  wiring?: MeterWiring | undefined
}>

type Able = Omit<FlowCandidate, 'id' | 'serial'>

/** Whether a device has a counter of the energy of a flow. */
export const counts = ({ quantities, wiring }: Able, flow: Flow): boolean =>
  wiring !== undefined
    ? Object.values(countsAs(wiring, quantities, hasCounter)).includes(flow)
    : hasCounter(flow, quantities)

/** Whether the energy of a flow follows only from a power of the device (domain/power-energy.ts). */
export const estimates = ({ quantities, wiring }: Able, flow: Flow): boolean =>
  wiring !== undefined
    ? Object.values(countsAs(wiring, quantities)).includes(flow)
    : estimableFlows(quantities).includes(flow)

/** By a counter, or else by a power. */
export const measures = (one: Able, flow: Flow): boolean => counts(one, flow) || estimates(one, flow)

/**
 * Decides which of a plant's energies each device measures, so that no energy is counted twice:
 * - generation by every inverter that counts it, never by a meter;
 * - import and export by the plant's meter, the first one if there are several (they may be behind each other);
 *   without a meter by the inverters that count them;
 * - consumption by each device that counts it but appliances, which are a part of it;
 * - charge and discharge by the inverters and storage converters, else by the batteries, which count the same again;
 * - everything else by each device that counts it.
 * - Where owners say what meters measure, all meters of a role measure it, and nothing else does.
 * - Where no device counts an energy, the same rules choose among those whose power can be integrated. Among inverters each
 *   goes by its own.
 * A chosen source comes before these rules, as long as one of its devices measures the energy.
 * Every device has an entry; flows are in catalog order.
 */
export function assignFlows(
  devices: readonly FlowCandidate[],
  sources: MeteringRules['sources'] = ordinaryRules.sources,
): ReadonlyMap<number, readonly Flow[]> {
  const byId = [...devices].sort((a, b) => a.id - b.id)
  const metersAs = (role: MeterRole) =>
    byId.filter(({ type, wiring }) => deviceKinds[type].isMeter && wiring?.role === role)
  const inverters = byId.filter(({ type }) => deviceKinds[type].isInverter)
  const undecided = byId.filter(({ type, wiring }) => deviceKinds[type].isMeter && !wiring?.role)
  const gridMeters = metersAs('grid')
  const chosenFor = (flow: Flow): readonly FlowCandidate[] | undefined => {
    const source = sourceOfFlow[flow]
    const able = byId.filter((item) => measures(item, flow))
    return source && chosenAmong(able, sources[source])
  }
  const measuredBy = (flow: Flow, tells: (one: FlowCandidate, flow: Flow) => boolean): readonly FlowCandidate[] => {
    if (flow === 'generation' || flow === 'load') {
      const meters = metersAs(flow).filter((item) => tells(item, flow))
      if (meters.length > 0) return meters
      return flow === 'generation' ? inverters : byId.filter(({ type }) => !deviceKinds[type].isAppliance)
    }
    const meter = undecided.find((item) => tells(item, 'import') || tells(item, 'export'))
    if (flow === 'import' || flow === 'export')
      return gridMeters.length > 0 ? gridMeters : meter === undefined ? inverters : [meter]
    if (flow === 'charge' || flow === 'discharge') {
      const converters = byId.filter(({ type }) => deviceKinds[type].isInverter || type === 'PCS')
      if (converters.some((converter) => tells(converter, flow))) return converters
    }
    return byId
  }
  // Every inverter adds its own; of the rest, powers say again what counters count.
  const preferCounters = (flow: Flow, all: readonly FlowCandidate[]): readonly FlowCandidate[] => {
    const counting = all.filter((item) => counts(item, flow))
    return flow === 'generation' || counting.length === 0 ? all : counting
  }
  const carriersOf = (flow: Flow): readonly FlowCandidate[] => {
    const chosen = chosenFor(flow)
    if (chosen) return preferCounters(flow, chosen)
    const counting = measuredBy(flow, counts).filter((item) => counts(item, flow))
    if (counting.length === 0) return measuredBy(flow, measures).filter((item) => measures(item, flow))
    const areInverters = flow === 'generation' && counting.every((item) => inverters.includes(item))
    return areInverters ? inverters.filter((inverter) => measures(inverter, flow)) : counting
  }
  const carriers = new Map(flows.map((flow) => [flow, new Set(carriersOf(flow))]))
  return new Map(byId.map((device) => [device.id, flows.filter((flow) => carriers.get(flow)?.has(device))]))
}
