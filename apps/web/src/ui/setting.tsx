import { type ReactNode, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import cardStyles from './card.module.css'
import { cx, lookOf } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './setting.module.css'
import { ErrorPanel, Skeleton } from './states.tsx'

/** One setting: its name and state on one side, its action on the other. */
export function SettingRow({
  title,
  hint,
  icon,
  tone,
  long = false,
  fact = false,
  control = false,
  children,
  className,
}: Readonly<{
  title: ReactNode
  hint?: ReactNode
  icon?: IconName
  tone?: 'ok' | 'warn'
  /** The hint is a paragraph. */
  long?: boolean
  /** A name and its value, in one line on a phone. */
  fact?: boolean
  /** A field, whose label says the title again: it has a row of its own on a phone. */
  control?: boolean
  children?: ReactNode
  className?: string | undefined
}>) {
  return (
    <div
      className={cx(
        styles.settingRow,
        long && styles.settingRowLong,
        fact && styles.settingRowFact,
        control && styles.settingRowControl,
        className,
      )}
      data-part="setting-row"
    >
      {icon && (
        <span className={cx(styles.settingMark, tone && lookOf(styles, 'setting-mark', tone))} data-part="setting-mark">
          <Icon name={icon} size={20} />
        </span>
      )}
      <div className={styles.settingWords}>
        <div className={styles.settingTitle} data-part="setting-title">
          {title}
        </div>
        {hint && (
          <div className={styles.settingHint} data-part="setting-hint">
            {hint}
          </div>
        )}
      </div>
      {children && (
        <div className={styles.settingActions}>
          {control ? <div className={styles.settingControl}>{children}</div> : children}
        </div>
      )}
    </div>
  )
}

/** Rows of which the first are shown; a press shows the rest. */
export function FirstRows({ rows, first }: Readonly<{ rows: readonly ReactNode[]; first: number }>) {
  const { text } = useText()
  const [isAll, setAll] = useState(false)
  if (isAll || rows.length <= first) return rows
  return (
    <>
      {rows.slice(0, first)}
      <div className={styles.settingMore}>
        <Button kind="quiet" size="s" onClick={() => setAll(true)}>
          {text('quality.findings.more', { count: rows.length - first })}
        </Button>
      </div>
    </>
  )
}

/** Stands in for the rows of a card until they are loaded. */
export const RowsLoading = ({ error, refetch }: Readonly<{ error: unknown; refetch: () => unknown }>) =>
  error ? <ErrorPanel compact failure={error} onRetry={() => void refetch()} /> : <Skeleton height={80} />

/** A card of rows with lines between them. */
export function SettingCard({
  id,
  title,
  lead,
  aside,
  children,
}: Readonly<{ id?: string; title: string; lead?: ReactNode; aside?: ReactNode; children: ReactNode }>) {
  return (
    <section
      className={cx(cardStyles.card, styles.settingCard)}
      data-part="card setting-card"
      id={id}
      aria-label={title}
    >
      <div className={styles.settingHead}>
        <div className={cx(styles.settingHeadWords, !lead && styles.settingHeadAlone)}>
          <h2>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {aside && <div className={styles.settingAside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}
