import type { ReactNode } from 'react'
import { useText } from '../texts/use-text.tsx'
import styles from './explain.module.css'
import { Icon } from './icon.tsx'
import { useTooltip } from './use-tooltip.ts'

/** How a value is calculated: on hover, focus or tap. Esc closes it. @param of the value's name: a page has many */
export function Explain({ children, of }: Readonly<{ children: ReactNode; of: string }>) {
  const { text } = useText()
  const { mark, box, id, open, close } = useTooltip<HTMLButtonElement>()
  return (
    <span className={styles.explain}>
      <button
        ref={mark}
        type="button"
        className={styles.explainMark}
        aria-label={text('shell.explain', { name: of })}
        aria-describedby={id}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={open}
        onBlur={close}
        onClick={open}
      >
        <Icon name="info" size={15} />
      </button>
      <div ref={box} id={id} className={styles.explainText} popover="auto" role="tooltip">
        {children}
      </div>
    </span>
  )
}
