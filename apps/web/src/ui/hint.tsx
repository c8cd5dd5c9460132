import type { ReactNode } from 'react'
import styles from './explain.module.css'
import { useTooltip } from './use-tooltip.ts'

/** A short form whose whole shows on hover, focus or tap. */
export function Hint({ hint, children }: Readonly<{ hint: ReactNode; children: ReactNode }>) {
  const { mark, box, id, open, close } = useTooltip<HTMLButtonElement>()
  return (
    <span className={styles.explain}>
      <button
        ref={mark}
        type="button"
        className={styles.explainShort}
        aria-describedby={id}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={open}
        onBlur={close}
        onClick={open}
      >
        {children}
      </button>
      <div ref={box} id={id} className={styles.explainText} popover="auto" role="tooltip">
        {hint}
      </div>
    </span>
  )
}
