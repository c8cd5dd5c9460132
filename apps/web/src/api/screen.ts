/** What a large screen shows of all plants. */
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { type StatusReason, toReason } from './status-reason.ts'

/** Energies kWh, powers W, CO2 in tonnes; null: unknown. */
export type FleetScreen = Readonly<{
  total: number
  byStatus: Readonly<Partial<Record<Status, number>>>
  powerW: number | null
  capacityKwp: number
  today: Readonly<{ known: number; energyKwh: number | null }>
  yesterdayKwh: number | null
  co2T: number | null
  income: readonly Readonly<{ currency: string; amount: number }>[]
  ranking: readonly Readonly<{ id: number; name: string; perKwp: number }>[]
  troubles: readonly Readonly<{ id: number; name: string; zone: string; status: Status; reason: StatusReason }>[]
}>

const EVERY_MS = MINUTE_MS / 4

export const screenQuery = queryOptions({
  queryKey: ['plants', 'screen'],
  queryFn: async ({ signal }): Promise<FleetScreen> => {
    const wire = await call('GET /maintain-s/operating/station/screen/search', undefined, { signal })
    return {
      total: wire.counts.total,
      byStatus: wire.counts.byStatus,
      powerW: wire.counts.generationPower,
      capacityKwp: wire.installedCapacity,
      today: { known: wire.today.known, energyKwh: wire.today.generationValue },
      yesterdayKwh: wire.yesterday.generationValue,
      co2T: wire.co2Today,
      income: wire.income,
      ranking: wire.ranking.map(({ id, name, fullPowerHours }) => ({ id, name, perKwp: fullPowerHours })),
      troubles: wire.troubles.map(({ id, name, regionTimezone, status, reason }) => ({
        ...{ id, name, status },
        zone: regionTimezone,
        reason: toReason(reason),
      })),
    }
  },
  refetchInterval: EVERY_MS,
  // A wall has nobody who looks at its window.
  refetchIntervalInBackground: true,
  gcTime: HOUR_MS,
})
