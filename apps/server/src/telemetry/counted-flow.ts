import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { DeviceMeta } from './sample.ts'

/** The plant's flow to which a counter of a device adds; undefined: to none. */
export function countedFlow({ flows, wiring }: DeviceMeta, counter: Flow): Flow | undefined {
  const flow = wiring === undefined ? counter : wiring.countsAs[counter]
  return flow !== undefined && flows.includes(flow) ? flow : undefined
}
