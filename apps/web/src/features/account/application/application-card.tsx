import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import styles from './application.module.css'

/** One application: what it does, how it stands, and its door. */
export function ApplicationCard({
  icon,
  title,
  body,
  state,
  tone = 'plain',
  children,
}: Readonly<{
  icon: IconName
  title: string
  body: string
  state: string
  tone?: 'plain' | 'warn'
  children: ReactNode
}>) {
  return (
    <Card className={styles.card}>
      <span className={styles.mark}>
        <Icon name={icon} size={24} />
      </span>
      <h2>{title}</h2>
      <p className={styles.body}>{body}</p>
      <p className={styles.state} data-tone={tone}>
        {state}
      </p>
      <div className={styles.end}>{children}</div>
    </Card>
  )
}
