import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { countsAs, type MeterRole, type MeterWiring } from '@heliograph/domain/meter-role.ts'
import { chosenAmong, type MeteringRules, ordinaryRules, sourceOfFlow } from '@heliograph/domain/metering.ts'
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

/** Whether a device has a counter of the energy of a flow. */
export const counts = ({ type, quantities, wiring }: Omit<FlowCandidate, 'id' | 'serial'>, flow: Flow): boolean =>
  wiring !== undefined && deviceKinds[type].isMeter
    ? Object.values(countsAs(wiring, quantities)).includes(flow)
    : quantities.includes(flowCounters[flow].total) || quantities.includes(flowCounters[flow].today)

/**
 * Decides which of a plant's energies each device measures, so that no energy is counted twice:
 * - generation by every inverter that counts it, never by a meter;
 * - import and export by the plant's meter, the first one if there are several (they may be behind each other);
 *   without a meter by the inverters that count them;
 * - consumption by each device that counts it but appliances, which are a part of it;
 * - charge and discharge by the inverters and storage converters, else by the batteries, which count the same again;
 * - everything else by each device that counts it.
 * - Where owners say what meters measure, all meters of a role measure it, and nothing else does.
 * A chosen source comes before these rules, as long as one of its devices counts the energy.
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
  const unsaid = byId.filter(({ type, wiring }) => deviceKinds[type].isMeter && !wiring?.role)
  const atGrid = metersAs('grid')
  const meter = unsaid.find((one) => counts(one, 'import') || counts(one, 'export'))
  const chosenFor = (flow: Flow): readonly FlowCandidate[] | undefined => {
    const source = sourceOfFlow[flow]
    const able = byId.filter((one) => counts(one, flow))
    return source && chosenAmong(able, sources[source])
  }
  const measuredBy = (flow: Flow): readonly FlowCandidate[] => {
    const chosen = chosenFor(flow)
    if (chosen) return chosen
    if (flow === 'generation' || flow === 'load') {
      const meters = metersAs(flow).filter((one) => counts(one, flow))
      if (meters.length > 0) return meters
      return flow === 'generation' ? inverters : byId.filter(({ type }) => !deviceKinds[type].isAppliance)
    }
    if (flow === 'import' || flow === 'export')
      return atGrid.length > 0 ? atGrid : meter === undefined ? inverters : [meter]
    if (flow === 'charge' || flow === 'discharge') {
      const converters = byId.filter(({ type }) => deviceKinds[type].isInverter || type === 'PCS')
      if (converters.some((one) => counts(one, flow))) return converters
    }
    return byId
  }
  const carriers = new Map(flows.map((flow) => [flow, new Set(measuredBy(flow).filter((one) => counts(one, flow)))]))
  return new Map(byId.map((device) => [device.id, flows.filter((flow) => carriers.get(flow)?.has(device))]))
}
