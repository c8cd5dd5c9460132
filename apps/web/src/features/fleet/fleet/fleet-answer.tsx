import { type Status, statuses, troubleStatuses, wellStatuses } from '@heliograph/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { alarmsPath, fleetPath, plantPath, withQuery } from '../../../address/paths.ts'
import type { FleetPlant } from '../../../api/fleet.ts'
import type { PlantCounts } from '../../../api/plants.ts'
import { plantCountsQuery } from '../../../api/queries.ts'
import { TROUBLE } from '../../../api/trouble.ts'
import { useReason } from '../../../plant/use-reason.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './fleet-page.module.css'
import { isAlarmed, REASONED } from './queries.ts'
import { useWorst } from './use-worst.ts'

type Summary = Readonly<{
  total: number
  well: number
  asleep: number
  waiting: number
  trouble: number
  alarmed: number
}>

/** One with an open alarm is not well, whatever its status. */
function summarize({ byStatus, total, alarmed }: PlantCounts): Summary {
  const count = (wanted: readonly Status[]): number =>
    statuses.reduce((sum, status) => sum + (wanted.includes(status) ? (byStatus[status] ?? 0) : 0), 0)
  return {
    total,
    well: count(wellStatuses) - alarmed,
    asleep: count(['asleep']),
    waiting: count(['waiting']),
    trouble: count(troubleStatuses),
    alarmed,
  }
}

/** One line: whether everything is well, else the worst problems with their reasons. @param isWaiting a part of it is */
export function FleetAnswer({ isWaiting }: Readonly<{ isWaiting: boolean }>) {
  const { text, rich, gap } = useText()
  const { data: counts, isError } = useQuery(plantCountsQuery(''))
  const worst = useWorst()
  // The rows below say what failed.
  if (counts === undefined || isWaiting) return isError ? null : <Skeleton width="min(560px, 80%)" height={24} />
  const { total, well, asleep, waiting, trouble, alarmed } = summarize({
    ...counts,
    alarmed: worst.alarmed ?? counts.alarmed,
  })
  const named = trouble + alarmed > 0 ? worst.plants : []
  const more = trouble + alarmed - named.length
  // A person without the right to alarms sees how many plants have one, and none of their alarms.
  const furtherAlarms = named.some(isAlarmed) ? alarmsPath() : fleetPath()
  const moreTrouble = trouble - named.filter((plant) => !isAlarmed(plant)).length
  return (
    <p className={cx('answer', styles.fleetAnswer)}>
      <span role="status">{rich(well === total ? 'fleet.well.all' : 'fleet.well', { well, total })}</span>
      {gap}
      {named.slice(0, REASONED).map((plant) => (
        <Trouble key={plant.id} plant={plant} />
      ))}
      <FurtherTrouble plants={named.slice(REASONED)} />
      {!worst.isPending && more > 0 && (
        <span>
          <Link to={moreTrouble > 0 ? withQuery(fleetPath(), { status: TROUBLE }) : furtherAlarms}>
            {text('fleet.more', { count: more })}
          </Link>
          {gap}
        </span>
      )}
      {waiting > 0 && (
        <span>
          {text('fleet.waiting', { count: waiting })}
          {gap}
        </span>
      )}
      {asleep > 0 && <span>{text('fleet.asleep', { count: asleep })}</span>}
    </p>
  )
}

/** The same words as the badge, or as the mark of open alarms. */
function Trouble({ plant }: Readonly<{ plant: FleetPlant }>) {
  const { rich, gap } = useText()
  const why = useReason()(plant.reason, plant.zone)
  const name = useName()(plant)
  return (
    <span>
      {rich('fleet.trouble', {
        name: <Link to={pathOf(plant)}>{plant.name}</Link>,
        why: isAlarmed(plant) ? name : [name, why].filter(Boolean).join(' · '),
      })}
      {gap}
    </span>
  )
}

/** The name of what is wrong with a plant. */
function useName(): (plant: FleetPlant) => string {
  const { text } = useText()
  return (plant) =>
    isAlarmed(plant) ? text('plant-list.alarms', { count: plant.alarmCount }) : text(`status.name.${plant.status}`)
}

const pathOf = (plant: FleetPlant): string => plantPath(isAlarmed(plant) ? 'alert' : 'data', { id: plant.id })

/** By their names alone. */
function FurtherTrouble({ plants }: Readonly<{ plants: readonly FleetPlant[] }>) {
  const { rich, gap } = useText()
  const nameOf = useName()
  const { locale } = useFormat()
  if (plants.length === 0) return null
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const names = list.formatToParts(plants.map(({ id }) => String(id))).map(({ type, value }) => {
    const plant = type === 'element' ? plants.find(({ id }) => String(id) === value) : undefined
    if (plant === undefined) return value
    return (
      <Link key={plant.id} to={pathOf(plant)} title={nameOf(plant)}>
        {plant.name}
      </Link>
    )
  })
  return (
    <span>
      {rich('fleet.also', { names })}
      {gap}
    </span>
  )
}
