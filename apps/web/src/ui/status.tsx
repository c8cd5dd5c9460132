import type { Status } from '@heliograph/domain/status.ts'
import type { ReactNode } from 'react'
import { cx, lookOf } from './class-names.ts'
import styles from './status.module.css'

export type { Status }
export type Tone = 'ok' | 'warn' | 'fault' | 'neutral' | 'primary'

export const toneOf: Readonly<Record<Status, Tone>> = {
  well: 'ok',
  late: 'warn',
  partSilent: 'warn',
  silent: 'fault',
  fault: 'fault',
  asleep: 'neutral',
  waiting: 'neutral',
}

/** The fill as the brand sets it; the edge stands out from any surface (brand/colors.ts). */
const solid = { fill: 'var(--status-fill, currentColor)', stroke: 'currentColor', strokeWidth: 0.8 } as const
const ring = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 } as const
// Each status has its own shape, so that it needs no color.
const shapes: Readonly<Record<Status, ReactNode>> = {
  well: <circle cx="5" cy="5" r="4" {...solid} />,
  late: <path d="M5 .4 9.6 5 5 9.6.4 5z" {...solid} />,
  partSilent: <path d="M5 .6 9.7 9.2H.3z" {...solid} />,
  fault: <path d="M2.9.3h4.2L9.7 2.9v4.2L7.1 9.7H2.9L.3 7.1V2.9z" {...solid} />,
  silent: (
    <>
      <circle cx="5" cy="5" r="3.6" {...ring} />
      <path d="M2.7 7.3 7.3 2.7" {...ring} />
    </>
  ),
  asleep: <path d="M8.9 6.3A4.2 4.2 0 0 1 3.7 1.1a4.2 4.2 0 1 0 5.2 5.2z" fill="currentColor" />,
  waiting: <circle cx="5" cy="5" r="3.8" {...ring} strokeDasharray="2 2.1" />,
}

/** @param label the meaning of the shape, for screen readers; omit it beside words */
export function StatusDot({ status, label, size = 10 }: Readonly<{ status: Status; label?: string; size?: number }>) {
  const look = {
    className: cx(styles.statusDot, lookOf(styles, 'status', status)),
    width: size,
    height: size,
    viewBox: '0 0 10 10',
  }
  if (!label)
    return (
      <svg {...look} aria-hidden="true">
        {shapes[status]}
      </svg>
    )
  return (
    <svg {...look} role="img" aria-label={label}>
      <title>{label}</title>
      {shapes[status]}
    </svg>
  )
}

export function Pill({ tone = 'neutral', children }: Readonly<{ tone?: Tone; children: ReactNode }>) {
  return <span className={cx(styles.pill, tone !== 'neutral' && lookOf(styles, 'pill', tone))}>{children}</span>
}
