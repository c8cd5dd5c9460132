import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import type { FleetPlant } from '../../fleet/plants/plants.ts'
import type { OpenLoss } from '../../insight/alarms/alarms.ts'

type Shown = DeepReadonly<CallReply<'POST /maintain-s/operating/station/fleet'>['data'][number]>

const yieldHOf = (wh: number | null, capacityWp: number): number | null => (wh === null ? null : wh / capacityWp)

export const toFleetPlant = (plant: FleetPlant, loss: OpenLoss | undefined): Shown => ({
  id: plant.facts.plantId,
  name: plant.facts.name,
  capacityWp: plant.facts.capacityWp,
  zone: plant.facts.zone,
  status: plant.status,
  reason: plant.reason,
  pvW: plant.power.pvW,
  socPercent: plant.power.socPercent,
  todayWh: plant.todayWh,
  todayYieldH: yieldHOf(plant.todayWh, plant.facts.capacityWp),
  lastAtMs: plant.lastAtMs,
  lost: loss
    ? { wh: loss.lostWh, income: loss.lostIncome, currency: plant.facts.currency, sinceMs: loss.sinceMs }
    : null,
  alarmCount: loss?.alarmCount ?? 0,
  neighbors: { count: plant.neighbors.count, todayYieldH: plant.neighbors.specificYield },
  coverId: plant.coverId,
  tagIds: plant.tagIds,
  days: plant.days.map(({ day, generationWh }) => ({
    day,
    yieldH: yieldHOf(generationWh, modulesOn(plant.facts, day).capacityWp),
  })),
})
