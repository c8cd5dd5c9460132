import { type Status, statuses } from '@heliograph/domain/status.ts'
import { arcsOf } from '../../../charts/donut-arcs.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { StatusDot, toneOf } from '../../../ui/status.tsx'
import styles from './large-screen.module.css'

const RADIUS = 42
const lookOfTone = {
  ok: styles.ringOk,
  warn: styles.ringWarn,
  fault: styles.ringFault,
  neutral: styles.ringAsleep,
  primary: styles.ringOk,
} as const

/** How many plants have which status; the list says the same in words. */
export function StatusRing({
  total,
  byStatus,
}: Readonly<{ total: number; byStatus: Readonly<Partial<Record<Status, number>>> }>) {
  const { text } = useText()
  const format = useFormat()
  const shown = statuses.filter((status) => (byStatus[status] ?? 0) > 0)
  const arcs = arcsOf(
    shown.map((status) => byStatus[status] ?? 0),
    RADIUS,
  )
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.ringGround} cx="50" cy="50" r={RADIUS} />
        {shown.map((status, at) => {
          const arc = arcs[at]
          return (
            arc && (
              <circle
                key={status}
                className={lookOfTone[toneOf[status]]}
                cx="50"
                cy="50"
                r={RADIUS}
                strokeDasharray={`${arc.length} ${arc.rest}`}
                strokeDashoffset={-arc.start}
                transform="rotate(-90 50 50)"
              />
            )
          )
        })}
        <text x="50" y="57">
          {format.count(total)}
        </text>
      </svg>
      <ul>
        {shown.map((status) => (
          <li key={status}>
            <StatusDot status={status} size={14} />
            <span>{text(`status.name.${status}`)}</span>
            <b className={styles.ringCount}>{format.count(byStatus[status])}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
