/** A plant's own last year, replayed with a change; energies Wh, money in the plant's currency. */
import { money } from '@heliograph/contract/codecs/money.ts'
import { tariff as tariffCodec } from '@heliograph/contract/codecs/tariff.ts'
import type { WhatIfReply } from '@heliograph/contract/maintain-s/what-if.ts'
import { call } from './call.ts'
import type { Money, Tariff } from './finance.ts'

export type BatterySize = Readonly<{
  capacityWh: number
  powerW: number
  roundTripPercent: number
  usablePercent: number
}>
/** added: beside the battery that is there. instead: without it; a size of null is no battery at all. */
export type BatteryChange = Readonly<{ way: 'added' | 'instead'; size: BatterySize | null }>
export type PlantChange = Readonly<{ battery: BatteryChange | null; moreWp: number; tariff: Tariff | null }>

type WireFigures = WhatIfReply['whole']['before']
export type ReplayFigures = Readonly<Omit<WireFigures, 'money'> & { money: Money }>
export type ReplayPair = Readonly<{ before: ReplayFigures; after: ReplayFigures }>
export type Replay = Readonly<
  Omit<WhatIfReply, 'months' | 'whole'> & {
    months: readonly (Readonly<{ month: string; days: number }> & ReplayPair)[]
    whole: ReplayPair
  }
>

export async function fetchReplay(plantId: number, change: PlantChange, signal?: AbortSignal): Promise<Replay> {
  const { battery, moreWp, tariff } = change
  const body = { battery, moreWp, tariff: tariff && tariffCodec.toWire({ from: null, tariff }) }
  const wire = await call('POST /maintain-s/station/{id}/what-if', { params: { id: plantId }, body }, { signal })
  const months = wire.months.map(({ month, days, ...pair }) => ({ month, days, ...toPair(pair) }))
  return { ...wire, months, whole: toPair(wire.whole) }
}

const toFigures = (wire: WireFigures): ReplayFigures => ({ ...wire, money: money.fromWire(wire.money) })
const toPair = ({ before, after }: WhatIfReply['whole']): ReplayPair => ({
  before: toFigures(before),
  after: toFigures(after),
})
