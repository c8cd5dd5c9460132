import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plantPath } from '../address/paths.ts'
import { openAlarmsQuery } from '../api/alarm-counts.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'
import { useDrawn } from '../ui/extra-part.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './open-alarms.module.css'

/** How many alarms of a plant are open; nothing where there is none. @param isLink false inside of another link */
export function OpenAlarms({ plantId, isLink = false }: Readonly<{ plantId: number; isLink?: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const { data } = useQuery({ ...openAlarmsQuery, enabled: useDrawn() })
  const found = data?.plants.get(plantId)
  if (found === undefined || found.alarms === 0) return null
  const name = text('plant-list.alarms', { count: found.alarms })
  const content = (
    <>
      <Icon name="alarm" size={12} />
      <span aria-hidden="true">{format.count(found.alarms)}</span>
      <span className="visually-hidden">{name}</span>
    </>
  )
  const look = { className: styles.openAlarms, 'data-faults': found.faults > 0 || undefined, title: name }
  return isLink ? (
    <Link {...look} to={plantPath('alert', { id: plantId })}>
      {content}
    </Link>
  ) : (
    <span {...look}>{content}</span>
  )
}
