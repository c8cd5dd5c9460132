import { Link } from 'react-router'
import { deviceDetailPath, plantPath } from '../address/paths.ts'
import type { StatusReason } from '../api/status-reason.ts'
import { useText } from '../texts/use-text.tsx'
import { Pill, type Status, StatusDot, toneOf } from '../ui/status.tsx'
import styles from './status-badge.module.css'
import { useReason } from './use-reason.ts'

/** Unknown until the first answer. */
export function UnknownPill() {
  const { text } = useText()
  return (
    <Pill>
      <StatusDot status="waiting" />
      {text('status.name.unknown')}
    </Pill>
  )
}

/** Devices whose connection a person paused wait by his wish. */
const nameOf = (status: Status, reason: StatusReason | null) =>
  reason?.kind === 'paused' ? 'status.name.paused' : (`status.name.${status}` as const)

/** Shape and word. */
export function StatusPill({ status, reason = null }: Readonly<{ status: Status; reason?: StatusReason | null }>) {
  const { text } = useText()
  return (
    <Pill tone={toneOf[status]}>
      <StatusDot status={status} />
      {text(nameOf(status, reason))}
    </Pill>
  )
}

type Props = Readonly<{ status: Status; reason: StatusReason | null; zone: string }>

/** A status with its reason. */
export function StatusBadge({ status, reason, zone }: Props) {
  const why = useReason()(reason, zone)
  return (
    <span className={styles.badge}>
      <StatusPill status={status} reason={reason} />
      {why !== '' && <span className={styles.why}>{why}</span>}
    </span>
  )
}

/** The same as a link to the cause: the one device, or all of them, the worst first. */
export function StatusLink({ plantId, status, reason, zone }: Props & Readonly<{ plantId: number }>) {
  const { text } = useText()
  const why = useReason()(reason, zone)
  const only = reason !== null && reason.count === 1 ? reason.devices[0] : undefined
  const name = text(nameOf(status, reason))
  const words = why === '' ? name : `${name}, ${why}`
  return (
    <Link
      className={styles.badge}
      to={only ? deviceDetailPath(only.id) : plantPath('device', { id: plantId })}
      aria-label={
        only ? text('status.link.one', { status: words, name: only.name }) : text('status.link', { status: words })
      }
    >
      <StatusPill status={status} reason={reason} />
      {why !== '' && <span className={styles.why}>{why}</span>}
    </Link>
  )
}
