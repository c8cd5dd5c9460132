import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { chosenAmong, type MeteringRules, ordinaryRules, sourceOfFlow } from '@heliograph/domain/metering.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'

export type FlowCandidate = Readonly<{
  id: number
  type: DeviceType
  serial: string
  /** The quantities that the device can deliver. */
  quantities: readonly QuantityId[]
}>

/** Whether a device has a counter of the energy of a flow. */
export const counts = (device: Pick<FlowCandidate, 'quantities'>, flow: Flow): boolean =>
  device.quantities.includes(flowCounters[flow].total) || device.quantities.includes(flowCounters[flow].today)

/**
 * Decides which of a plant's energies each device measures, so that no energy is counted twice:
 * - generation by every inverter that counts it, never by a meter;
 * - import and export by the plant's meter, the first one if there are several (they may be behind each other);
 *   without a meter by the inverters that count them;
 * - consumption by each device that counts it but appliances, which are a part of it;
 * - everything else by each device that counts it.
 * A chosen source comes before these rules, as long as one of its devices counts the energy.
 * Every device has an entry; flows are in catalog order.
 */
export function assignFlows(
  devices: readonly FlowCandidate[],
  sources: MeteringRules['sources'] = ordinaryRules.sources,
): ReadonlyMap<number, readonly Flow[]> {
  const byId = [...devices].sort((a, b) => a.id - b.id)
  const inverters = byId.filter(({ type }) => deviceKinds[type].isInverter)
  const meter = byId.find((one) => deviceKinds[one.type].isMeter && (counts(one, 'import') || counts(one, 'export')))
  const chosenFor = (flow: Flow): readonly FlowCandidate[] | undefined => {
    const source = sourceOfFlow[flow]
    const able = byId.filter((one) => counts(one, flow))
    return source && chosenAmong(able, sources[source])
  }
  const measuredBy = (flow: Flow): readonly FlowCandidate[] => {
    const chosen = chosenFor(flow)
    if (chosen) return chosen
    if (flow === 'generation') return inverters
    if (flow === 'import' || flow === 'export') return meter === undefined ? inverters : [meter]
    return flow === 'load' ? byId.filter(({ type }) => !deviceKinds[type].isAppliance) : byId
  }
  const carriers = new Map(flows.map((flow) => [flow, new Set(measuredBy(flow).filter((one) => counts(one, flow)))]))
  return new Map(byId.map((device) => [device.id, flows.filter((flow) => carriers.get(flow)?.has(device))]))
}
