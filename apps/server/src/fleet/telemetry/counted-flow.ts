import type { Flow } from '@heliograph/domain/energy-flow.ts'
import { measuresOn } from './device-metering.ts'
import type { DeviceMeta } from './sample.ts'

/** The flow of the plant that a counter of a device means, by the wiring of a meter. */
export const plantFlowOf = ({ wiring }: DeviceMeta, counter: Flow): Flow | undefined =>
  wiring === undefined ? counter : wiring.countsAs[counter]

/** The plant's flow to which a counter of a device adds on a date; undefined: to none. */
export function countedFlow(device: DeviceMeta, counter: Flow, date: string): Flow | undefined {
  const flow = plantFlowOf(device, counter)
  return flow !== undefined && measuresOn(device, flow, date) ? flow : undefined
}
