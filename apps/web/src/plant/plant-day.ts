/** The date at the open plant, and which of its days its pages lead with. */
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { PlantNow } from '../api/plant-now.ts'
import { useNow } from '../ui/now.ts'
import { useCurrentPlant, useLiveValues } from './current-plant.ts'

/** Before its first sun of the day a plant has nothing to show of today: its last whole day is the answer. */
export const isBeforeSunrise = (
  { status, todayWh, nextSunriseMs }: Pick<PlantNow, 'status' | 'todayWh' | 'nextSunriseMs'>,
  today: string,
  zone: string,
): boolean =>
  status === 'asleep' && (todayWh ?? 0) <= 0 && nextSunriseMs !== null && localDate(nextSunriseMs, zone) === today

export function usePlantDay(): Readonly<{ today: string; isYesterdayFirst: boolean }> {
  const { plant, zone } = useCurrentPlant()
  const { now } = useLiveValues()
  const today = localDate(useNow(MINUTE_MS), zone)
  const isOlder = plant.startedOn === null || plant.startedOn <= addDays(today, -1)
  return { today, isYesterdayFirst: isOlder && isBeforeSunrise(now ?? plant, today, zone) }
}
