import { type Status, statuses } from '@heliograph/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fleetPath, plantPath, withQuery } from '../../../address/paths.ts'
import type { FleetPlant } from '../../../api/fleet.ts'
import { plantCountsQuery } from '../../../api/queries.ts'
import { TROUBLE, troubleStatuses } from '../../../api/trouble.ts'
import { useReason } from '../../../plant/use-reason.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './fleet-page.module.css'
import { REASONED } from './queries.ts'
import { useWorst } from './use-worst.ts'

type Summary = Readonly<{ total: number; well: number; asleep: number; waiting: number; trouble: number }>

/** One that sleeps is well. */
function summarize(byStatus: Readonly<Partial<Record<Status, number>>>, total: number): Summary {
  const count = (wanted: readonly Status[]): number =>
    statuses.reduce((sum, status) => sum + (wanted.includes(status) ? (byStatus[status] ?? 0) : 0), 0)
  const asleep = count(['asleep'])
  return {
    total,
    well: count(['well']) + asleep,
    asleep,
    waiting: count(['waiting']),
    trouble: count(troubleStatuses),
  }
}

/** One line: whether everything is well, else the worst problems with their reasons. @param isWaiting a part of it is */
export function FleetAnswer({ isWaiting }: Readonly<{ isWaiting: boolean }>) {
  const { text, rich, gap } = useText()
  const { data: counts, isError } = useQuery(plantCountsQuery(''))
  const worst = useWorst()
  // The rows below say what failed.
  if (counts === undefined || isWaiting) return isError ? null : <Skeleton width="min(560px, 80%)" height={24} />
  const { total, well, asleep, waiting, trouble } = summarize(counts.byStatus, counts.total)
  const named = trouble > 0 ? worst.plants : []
  const more = trouble - named.length
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
          <Link to={withQuery(fleetPath(), { status: TROUBLE })}>{text('fleet.more', { count: more })}</Link>
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

/** The same words as the badge. */
function Trouble({ plant }: Readonly<{ plant: FleetPlant }>) {
  const { text, rich, gap } = useText()
  const why = useReason()(plant.reason, plant.zone)
  const status = text(`status.name.${plant.status}`)
  return (
    <span>
      {rich('fleet.trouble', {
        name: <Link to={plantPath('data', { id: plant.id })}>{plant.name}</Link>,
        why: [status, why].filter(Boolean).join(' · '),
      })}
      {gap}
    </span>
  )
}

/** By their names alone. */
function FurtherTrouble({ plants }: Readonly<{ plants: readonly FleetPlant[] }>) {
  const { text, rich, gap } = useText()
  const { locale } = useFormat()
  if (plants.length === 0) return null
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const names = list.formatToParts(plants.map(({ id }) => String(id))).map(({ type, value }) => {
    const plant = type === 'element' ? plants.find(({ id }) => String(id) === value) : undefined
    if (plant === undefined) return value
    return (
      <Link key={plant.id} to={plantPath('data', { id: plant.id })} title={text(`status.name.${plant.status}`)}>
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
