/** A plant's own last year, replayed with a change; energies Wh, money in the plant's currency. */
import { tariff as tariffCodec } from '@heliograph/contract/codecs/tariff.ts'
import type { WhatIfReply } from '@heliograph/contract/maintain-s/what-if.ts'
import { call } from './call.ts'
import type { Tariff } from './finance.ts'

export type BatterySize = Readonly<{
  capacityWh: number
  powerW: number
  roundTripPercent: number
  usablePercent: number
}>
/** added: beside the battery that is there. instead: without it; a size of null is no battery at all. */
export type BatteryChange = Readonly<{ way: 'added' | 'instead'; size: BatterySize | null }>
export type PlantChange = Readonly<{ battery: BatteryChange | null; moreWp: number; tariff: Tariff | null }>

export type Replay = WhatIfReply
export type ReplayPair = Replay['whole']
export type ReplayFigures = ReplayPair['before']

export async function fetchReplay(plantId: number, change: PlantChange, signal?: AbortSignal): Promise<Replay> {
  const { battery, moreWp, tariff } = change
  const body = { battery, moreWp, tariff: tariff && tariffCodec.toWire({ from: null, tariff }) }
  return await call('POST /maintain-s/station/{id}/what-if', { params: { id: plantId }, body }, { signal })
}
