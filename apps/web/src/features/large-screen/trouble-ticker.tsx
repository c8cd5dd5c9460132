import type { FleetScreen } from '../../api/screen.ts'
import { useReason } from '../../plant/use-reason.ts'
import { useText } from '../../texts/use-text.tsx'
import { useNow } from '../../ui/now.ts'
import { StatusDot } from '../../ui/status.tsx'
import styles from './large-screen.module.css'

const AT_ONCE = 4
const TURN_MS = 8_000

/** What is wrong now, a few at a time by turns. */
export function TroubleTicker({ troubles }: Readonly<{ troubles: FleetScreen['troubles'] }>) {
  const { text } = useText()
  const reasonOf = useReason()
  const now = useNow()
  const turns = Math.max(1, Math.ceil(troubles.length / AT_ONCE))
  const turn = Math.floor(now / TURN_MS) % turns
  if (troubles.length === 0) return <p className={styles.calm}>{text('large-screen.calm')}</p>
  return (
    <ul className={styles.troubles}>
      {troubles.slice(turn * AT_ONCE, (turn + 1) * AT_ONCE).map(({ id, name, zone, status, reason }) => (
        <li key={id}>
          <StatusDot status={status} size={16} label={text(`status.name.${status}`)} />
          <b className={styles.cut}>{name}</b>
          <span>{reasonOf(reason, zone)}</span>
        </li>
      ))}
    </ul>
  )
}
