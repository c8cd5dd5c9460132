import type { Screen } from '@heliograph/contract/maintain-s/screen.ts'
import { type FleetScreen, readFleetScreen } from '../plants/plants.ts'
import type { FamilyHandlers } from './handler.ts'
import { toWireReason } from './reason-wire.ts'
import { toKwh } from './scales.ts'
import { toCounts } from './station-wire.ts'

const toScreen = (screen: FleetScreen): Screen => ({
  counts: toCounts(screen.counts),
  installedCapacity: screen.capacityWp / 1000,
  today: { known: screen.today.known, generationValue: toKwh(screen.today.generationWh) },
  yesterday: { known: screen.yesterday.known, generationValue: toKwh(screen.yesterday.generationWh) },
  co2Today: screen.co2T,
  income: [...screen.today.income],
  ranking: screen.ranking.map(({ facts, todayWh }) => ({
    id: facts.plantId,
    name: facts.name,
    fullPowerHours: (todayWh ?? 0) / facts.capacityWp,
  })),
  troubles: screen.troubles.map(({ facts, status, reason }) => ({
    id: facts.plantId,
    name: facts.name,
    regionTimezone: facts.zone,
    status,
    reason: toWireReason(reason),
  })),
})

export const screenHandlers = {
  'GET /maintain-s/operating/station/screen/search': async ({ context }) =>
    toScreen(await readFleetScreen(context.db, { holder: context.session }, context.nowMs)),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
