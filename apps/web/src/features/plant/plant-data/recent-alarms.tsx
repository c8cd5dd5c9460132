import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plantPath, withQuery } from '../../../address/paths.ts'
import { type Alarm, searchAlarms } from '../../../api/alarms.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/now.ts'
import styles from './recent-alarms.module.css'

const MOST = 3
const FRESH_MS = MINUTE_MS

/** Open alarms, and what ended within a day; nothing, not even texts, where there is none. */
export function RecentAlarms({ plantId }: Readonly<{ plantId: number }>) {
  const nowMs = useNow(MINUTE_MS)
  const open = useRecent(plantId, 'open')
  const ended = useRecent(plantId, 'history')
  const recent = ended.filter(({ closedAtMs }) => closedAtMs !== null && nowMs - closedAtMs < DAY_MS)
  const shown = [...open, ...recent].slice(0, MOST)
  if (shown.length === 0) return null
  return (
    <LaterTexts feature="alarm-page" waiting={null}>
      <Strip plantId={plantId} shown={shown} nowMs={nowMs} />
    </LaterTexts>
  )
}

function Strip({ plantId, shown, nowMs }: Readonly<{ plantId: number; shown: readonly Alarm[]; nowMs: number }>) {
  const { text } = useText()
  return (
    <Card
      title={text('alarm-page.strip.title')}
      aside={<Link to={plantPath('alert', { id: plantId })}>{text('alarm-page.strip.all')}</Link>}
      className={styles.strip}
    >
      <ul className={styles.rows}>
        {shown.map((alarm) => (
          <Row key={alarm.id} alarm={alarm} nowMs={nowMs} />
        ))}
      </ul>
    </Card>
  )
}

function useRecent(plantId: number, state: 'open' | 'history'): readonly Alarm[] {
  const { code } = useLanguage()
  const { data } = useQuery({
    queryKey: ['alarms', 'recent', plantId, state, code],
    queryFn: ({ signal }) => {
      const order = state === 'open' ? 'worst' : 'newest'
      return searchAlarms({ plantId, state, order, page: 1, size: MOST, language: code }, signal)
    },
    refetchInterval: FRESH_MS,
  })
  return data?.alarms ?? []
}

function Row({ alarm, nowMs }: Readonly<{ alarm: Alarm; nowMs: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, isOpen, closedAtMs, level } = alarm
  const to = withQuery(plantPath('alert'), { id: plantId, state: isOpen ? null : 'history', alarm: alarm.id })
  return (
    <li>
      <span data-level={isOpen ? level : undefined}>
        <Icon name={isOpen ? (level === 0 ? 'info' : 'warning') : 'check'} size={18} />
        <span className="visually-hidden">
          {isOpen ? text(`alarm-page.level.${level}`) : text('alarm-page.state.closed')}
        </span>
      </span>
      <Link to={to}>{alarm.name}</Link>
      <small>
        {[
          alarm.deviceName,
          closedAtMs === null
            ? format.duration(nowMs - alarm.openedAtMs)
            : text('alarm-page.strip.ended', { age: format.age(nowMs - closedAtMs) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </li>
  )
}
