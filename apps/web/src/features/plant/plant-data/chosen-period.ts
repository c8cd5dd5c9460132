/** The period that the address names, and its values. */
import { addDays } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import type { PlantView } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import type { Energies, PlantFigures, SkyFigures } from '../../../api/plant-figures.ts'
import { isCurrentPeriod, periodKey, periodName } from '../../../charts/period/period.ts'
import { usePeriodDate } from '../../../charts/period/use-period-date.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { usePlantDay } from '../../../plant/plant-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { type Best, bestRow, bestSlot } from './best.ts'
import { dayQuery, statsQuery } from './queries.ts'

export type ChosenPeriod = Readonly<{
  view: PlantView
  date: string
  today: string
  /** The first day of the plant. */
  earliest: string | undefined
  /** The period is not over. */
  isCurrent: boolean
  /** Shown in place of a day that has nothing yet. */
  isYesterdayFirst: boolean
  name: string
}>

export function useChosenPeriod(): ChosenPeriod {
  const { view, params } = useUrlState()
  const { plant } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const { today, isYesterdayFirst: leadsWithYesterday } = usePlantDay()
  const earliest = plant.startedOn ?? undefined
  const asked = usePeriodDate({ period: view, today, earliest })
  const isYesterdayFirst = leadsWithYesterday && view === 'day' && !params.has('date')
  const date = isYesterdayFirst ? addDays(today, -1) : asked
  return {
    view,
    date,
    today,
    earliest,
    isYesterdayFirst,
    isCurrent: isCurrentPeriod(view, date, today),
    name: periodName(view, date, format, text('plant-data.period.total')),
  }
}

export type PeriodValues = Readonly<{
  /** undefined: not loaded. */
  energies: Energies | undefined
  sky: SkyFigures | undefined
  best: Best | undefined
  /** The answer with sky and best has not come. */
  isOpen: boolean
  error: unknown
  retry: () => void
}>

/** @param figures the current day, month, year and total, which arrive before a period's own call */
export function usePeriodValues(
  { view, date, today, isCurrent }: ChosenPeriod,
  figures: PlantFigures | undefined,
): PeriodValues {
  const { plantId } = useCurrentPlant()
  const isDay = view === 'day'
  const type = isDay ? 'month' : view
  const day = useQuery({ ...dayQuery(plantId, date, date === today), enabled: isDay })
  const stats = useQuery({ ...statsQuery(plantId, type, periodKey(type, date), isCurrent), enabled: !isDay })
  const asked = isDay ? day : stats
  const dayData = isDay && !day.isPlaceholderData ? day.data : undefined
  const statsData = isDay || stats.isPlaceholderData ? undefined : stats.data
  const loaded = dayData ?? statsData
  return {
    energies: isCurrent && figures ? currentOf(figures, view) : loaded?.energies,
    sky: loaded?.sky,
    best: dayData ? bestSlot(dayData) : statsData && bestRow(type, statsData.rows),
    isOpen: loaded === undefined && (asked.isPending || asked.isPlaceholderData),
    error: asked.data ? undefined : asked.error,
    retry: () => void asked.refetch(),
  }
}

/** Of two values for today the newer one counts. */
const currentOf = (figures: PlantFigures, view: PlantView): Energies =>
  view === 'day' ? { ...figures.day, pvWh: figures.now.todayWh ?? figures.day.pvWh } : figures[view]
