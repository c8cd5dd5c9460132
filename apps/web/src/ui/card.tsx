import { type ReactNode, useId } from 'react'
import './card.css'
import { cx } from './class-names.ts'

/** A surface with one question and its answer. @param flush the content reaches the edges */
export function Card({
  title,
  aside,
  flush = false,
  className,
  children,
}: Readonly<{ title?: ReactNode; aside?: ReactNode; flush?: boolean; className?: string; children: ReactNode }>) {
  const id = useId()
  return (
    <section className={cx('card', flush && 'card-flush', className)} aria-labelledby={title ? id : undefined}>
      {(title || aside) && (
        <div className="card-head">
          {title && <h2 id={id}>{title}</h2>}
          {aside && <div className="card-aside">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
