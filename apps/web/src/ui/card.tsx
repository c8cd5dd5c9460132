import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { cx } from './class-names.ts'

/** A surface with one question and its answer. @param flush the content reaches the edges */
export function Card({
  title,
  aside,
  flush = false,
  className,
  children,
}: Readonly<{
  title?: ReactNode
  aside?: ReactNode
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}>) {
  const id = useId()
  return (
    <section
      className={cx(styles.card, flush && styles.cardFlush, className)}
      data-part="card"
      aria-labelledby={title ? id : undefined}
    >
      {(title || aside) && (
        <div className={styles.cardHead}>
          {title && <h2 id={id}>{title}</h2>}
          {aside && <div className={styles.cardAside}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
