import type { ReactNode } from 'react'
import { CallFailure } from '../api/failure.ts'
import { useServerState } from '../api/server-state.ts'
import { useFailureText } from '../texts/use-failure-text.ts'
import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './states.module.css'

/** The background of loading content, in its final size. */
export function Skeleton({
  width = '100%',
  height = 14,
  className,
}: Readonly<{ width?: number | string; height?: number | string; className?: string | undefined }>) {
  return (
    <span
      className={cx(styles.skeleton, className)}
      data-part="skeleton"
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}

/** An empty state: what it is, what to do next, and the button for it. */
export function EmptyState({
  icon = 'sun',
  title,
  hint,
  compact = false,
  isPage = false,
  wide = false,
  children,
}: Readonly<{
  icon?: IconName
  title: string
  hint?: ReactNode
  compact?: boolean
  /** It is the whole page, so its title is the page's. */
  isPage?: boolean
  /** The children need room: steps. */
  wide?: boolean
  children?: ReactNode
}>) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={cx(styles.state, compact && styles.stateCompact)} data-part="state">
      <span className={cx(styles.stateMark, styles.stateMarkSolar)}>
        <Icon name={icon} size={26} />
      </span>
      <Title>{title}</Title>
      {hint && <p>{hint}</p>}
      {children && <div className={cx(styles.stateActions, wide && styles.stateWide)}>{children}</div>}
    </div>
  )
}

/** A part that failed: a sentence, its code, and a next step. @param title what is missing because of it */
export function ErrorPanel({
  failure,
  onRetry,
  title,
  compact = false,
  children,
}: Readonly<{ failure: unknown; onRetry?: () => void; title?: string; compact?: boolean; children?: ReactNode }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const known = failure instanceof CallFailure ? failure : undefined
  const code = [known?.code || (known?.status ? String(known.status) : ''), known?.body.requestId]
    .filter(Boolean)
    .join(' · ')
  const isRefused = known?.status === 403
  // Where nothing is answered, the banner says so once, and has the way on.
  const isSharedOutage = useServerState().isAway && known !== undefined && (known.status === 0 || known.status >= 500)
  if (isSharedOutage)
    return (
      <div className={cx(styles.state, styles.stateCompact)} data-part="state">
        <p className="faint">{title ?? text('shell.error.part')}</p>
      </div>
    )
  return (
    <div className={cx(styles.state, compact && styles.stateCompact)} data-part="state" role="alert">
      <span className={cx(styles.stateMark, styles.stateMarkFault)}>
        <Icon name={isRefused ? 'lock' : 'warning'} size={26} />
      </span>
      <h2>{title ?? text('shell.error.part')}</h2>
      <p>{textOf(failure)}</p>
      {isRefused && <p>{text('shell.refused.hint')}</p>}
      {code && <p className="tiny faint">{code}</p>}
      <div className={styles.stateActions}>
        {onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            {text('shell.action.retry')}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
