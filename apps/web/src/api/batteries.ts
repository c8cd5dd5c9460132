/** A plant's batteries. */
import { type Battery, battery } from '@heliograph/contract/codecs/battery.ts'
import type { BatteryFigures } from '@heliograph/contract/maintain-s/battery.ts'
import { call } from './call.ts'

export type { Battery, BatteryFigures }

/** The page size of the call; a plant of more batteries is asked for page by page. */
const PAGE_SIZE = 100

export async function fetchBatteries(plantId: number, signal?: AbortSignal): Promise<readonly Battery[]> {
  const found: Battery[] = []
  for (let page = 1; ; page++) {
    const asked = { params: { id: plantId }, query: { page, size: PAGE_SIZE } }
    const { total, data } = await call('GET /maintain-s/operating/station/{id}/battery/tree', asked, { signal })
    found.push(...data.map(battery.fromWire))
    if (data.length === 0 || found.length >= total) return found
  }
}

export async function fetchBalances(plantId: number, signal?: AbortSignal): Promise<readonly BatteryFigures[]> {
  const asked = { params: { id: plantId }, query: {} }
  return (await call('GET /maintain-s/operating/station/{id}/battery/figures', asked, { signal })).data
}
