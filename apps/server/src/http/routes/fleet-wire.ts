import { statusReason } from '@heliograph/contract/codecs/reason.ts'
import type { FleetPlace as WirePlace, FleetRow as WireRow } from '@heliograph/contract/maintain-s/fleet.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import type { FleetPlace, FleetPlant } from '../../fleet/plants/plants.ts'
import type { OpenLoss } from '../../insight/alarms/alarms.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

const specificYield = (wh: number | null, capacityWp: number): number | null => (wh === null ? null : wh / capacityWp)

export const toFleetRow = (plant: FleetPlant, loss: OpenLoss | undefined): WireRow => ({
  id: plant.facts.plantId,
  name: plant.facts.name,
  type: plant.facts.type,
  gridInterconnectionType: plant.facts.gridType,
  installedCapacity: plant.facts.capacityWp / 1000,
  locationLat: plant.facts.latitudeDeg,
  locationLng: plant.facts.longitudeDeg,
  regionTimezone: plant.facts.zone,
  status: plant.status,
  reason: statusReason.toWire(plant.reason),
  statusSince: toSeconds(plant.statusSinceMs),
  generationPower: plant.power.pvW,
  batterySoc: plant.power.socPercent,
  generationValue: toKwh(plant.todayWh),
  fullPowerHoursDay: specificYield(plant.todayWh, plant.facts.capacityWp),
  lostValue: toKwh(loss?.lostWh ?? null),
  lostIncome: loss?.lostIncome ?? null,
  currency: plant.facts.currency,
  lostSince: toSecondsOrNull(loss?.sinceMs ?? null),
  lastUpdateTime: toSecondsOrNull(plant.lastAtMs),
  neighbors: { count: plant.neighbors.count, fullPowerHoursDay: plant.neighbors.specificYield },
  coverImageId: plant.coverId,
  tagIds: [...plant.tagIds],
  days: plant.days.map(({ day, generationWh }) => ({
    day,
    fullPowerHours: specificYield(generationWh, modulesOn(plant.facts, day).capacityWp),
  })),
})

export const toFleetPlace = (place: FleetPlace): WirePlace => ({
  locationLat: place.latitudeDeg,
  locationLng: place.longitudeDeg,
  count: place.count,
  status: place.status,
  id: place.plantId,
  name: place.name,
})
