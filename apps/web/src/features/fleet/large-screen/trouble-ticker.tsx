import type { FleetScreen, ScreenAlarm } from '../../../api/screen.ts'
import { useReason } from '../../../plant/use-reason.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/now.ts'
import { StatusDot } from '../../../ui/status.tsx'
import styles from './large-screen.module.css'

const AT_ONCE = 4
const TURN_MS = 8_000

/** Present troubles, a few at a time by turns: open alarms, the worst first, then plants that are ill without one. */
export function TroubleTicker({
  troubles,
  alarms,
}: Readonly<{
  troubles: FleetScreen['troubles']
  /** undefined: not known yet. */
  alarms: readonly ScreenAlarm[] | undefined
}>) {
  const { text } = useText()
  const reasonOf = useReason()
  const now = useNow()
  const withAlarm = new Set(alarms?.map(({ plantId }) => plantId))
  const rows = [
    ...(alarms ?? []).map((alarm) => <AlarmRow key={alarm.id} alarm={alarm} nowMs={now} />),
    ...troubles
      .filter(({ id }) => !withAlarm.has(id))
      .map(({ id, name, zone, status, reason }) => (
        <li key={id}>
          <StatusDot status={status} size={16} label={text(`status.name.${status}`)} />
          <b className={styles.cut}>{name}</b>
          <span className={styles.what}>{reasonOf(reason, zone)}</span>
        </li>
      )),
  ]
  // Without an answer about alarms it is unknown whether all is well.
  if (rows.length === 0) return <p className={styles.calm}>{alarms ? text('large-screen.calm') : '--'}</p>
  const turn = Math.floor(now / TURN_MS) % Math.ceil(rows.length / AT_ONCE)
  return <ul className={styles.troubles}>{rows.slice(turn * AT_ONCE, (turn + 1) * AT_ONCE)}</ul>
}

function AlarmRow({ alarm, nowMs }: Readonly<{ alarm: ScreenAlarm; nowMs: number }>) {
  const { text } = useText()
  const format = useFormat()
  const { level, name, plantName, openedAtMs } = alarm
  return (
    <li>
      <span>
        <Icon name={level === 0 ? 'info' : 'warning'} size={18} />
        <span className="visually-hidden">{text(`alarm-page.level.${level}`)}</span>
      </span>
      <b className={styles.cut}>{plantName}</b>
      <span className={styles.trouble}>
        <span className={styles.what}>{name}</span>
        <span className={styles.since}>{format.duration(Math.max(0, nowMs - openedAtMs))}</span>
      </span>
    </li>
  )
}
