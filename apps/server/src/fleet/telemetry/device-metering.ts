import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { DeviceMeta, ReplacedDays } from './sample.ts'

type Counting = Readonly<{ flows: readonly Flow[]; daily: readonly Flow[] }>

const none: readonly Flow[] = []

/** How a device counts on a date of its plant. */
export function countingOn({ flows, metering }: DeviceMeta, date: string): Counting {
  if (metering === undefined) return { flows, daily: none }
  for (let i = metering.length - 1; i >= 0; i--) {
    const one = metering[i]
    if (one !== undefined && one.from <= date) return one
  }
  return { flows, daily: none }
}

/** Whether the device measures the plant's energy of a flow on a date: no object, because it runs for each counter. */
export const measuresOn = (device: DeviceMeta, flow: Flow, date: string): boolean =>
  (device.metering === undefined ? device.flows : countingOn(device, date).flows).includes(flow) &&
  (device.replaced === undefined || !isReplacedOn(device.replaced, flow, date))

const isReplacedOn = (replaced: readonly ReplacedDays[], flow: Flow, date: string): boolean =>
  replaced.some((days) => days.flow === flow && days.first <= date && date <= days.last)
