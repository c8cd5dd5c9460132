import type { ReactNode } from 'react'
import { cx, lookOf } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './notice.module.css'

export type NoticeTone = 'info' | 'ok' | 'warn' | 'fault' | 'neutral'

const iconOf: Readonly<Record<NoticeTone, IconName>> = {
  info: 'info',
  ok: 'check',
  warn: 'warning',
  fault: 'warning',
  neutral: 'info',
}

/**
 * A sentence that matters more than its surroundings. @param isStatus it comes and goes with events: announced politely
 */
export function Notice({
  tone = 'info',
  icon = iconOf[tone],
  action,
  isStatus = false,
  children,
}: Readonly<{ tone?: NoticeTone; icon?: IconName; action?: ReactNode; isStatus?: boolean; children: ReactNode }>) {
  return (
    <div
      className={cx(styles.notice, lookOf(styles, 'notice', tone))}
      data-part="notice"
      {...(isStatus ? { role: 'status' } : {})}
    >
      <Icon name={icon} size={19} />
      <div className={styles.noticeText}>{children}</div>
      {action}
    </div>
  )
}
