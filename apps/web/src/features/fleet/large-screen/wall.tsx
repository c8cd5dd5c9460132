import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type CSSProperties, type ReactNode, useLayoutEffect } from 'react'
import { BrandMark } from '../../../brand/brand-mark.tsx'
import { usePageTitle } from '../../../brand/page-title.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { cx } from '../../../ui/class-names.ts'
import { useNow } from '../../../ui/now.ts'
import { ErrorPanel } from '../../../ui/states.tsx'
import styles from './large-screen.module.css'

/** The figures are asked for four times a minute. */
const LATE_MS = MINUTE_MS

/** A wall: without the frame of the other pages, always dark, without scrolling. */
export function Wall({
  title,
  atMs,
  isDim,
  color = null,
  error,
  refetch,
  children,
}: Readonly<{
  title: string
  /** When its figures came; undefined: there are none yet, which the children show unless there is an error. */
  atMs: number | undefined
  isDim: boolean
  /** Of the figures, #rrggbb. */
  color?: string | null
  error: unknown
  refetch: () => unknown
  children: ReactNode
}>) {
  const { text } = useText()
  usePageTitle(title)
  // Charts read their colors from the document.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset.theme
    dataset.theme = 'dark'
    return () => {
      dataset.theme = before
    }
  }, [])
  return (
    <main
      className={cx(styles.wall, isDim && styles.dim)}
      data-theme="dark"
      style={color === null ? undefined : ({ '--figures': color } as CSSProperties)}
    >
      <header className={styles.head}>
        <BrandMark />
        <h1>{title}</h1>
        {atMs !== undefined && <Freshness atMs={atMs} />}
      </header>
      {atMs === undefined && error ? (
        <div className={styles.failed}>
          <ErrorPanel failure={error} title={text('large-screen.failed')} onRetry={() => void refetch()} />
        </div>
      ) : (
        children
      )}
    </main>
  )
}

/** The age of the figures, and in words when they are no longer new: the network may be gone. */
function Freshness({ atMs }: Readonly<{ atMs: number }>) {
  const { text } = useText()
  const isLate = useNow() - atMs > LATE_MS
  return (
    <p className={cx(styles.fresh, isLate && styles.freshLate)}>
      <span role="status">{isLate && text('large-screen.late')}</span> <Age atMs={atMs} staleAfterMs={LATE_MS} />
    </p>
  )
}
