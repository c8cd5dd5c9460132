import { type ReactNode, useId, useRef } from 'react'
import { useText } from '../texts/use-text.tsx'
import styles from './explain.module.css'
import { Icon } from './icon.tsx'

const GAP = 6
const EDGE = 12

/** How a value is calculated: on hover, focus or tap. Esc closes it. */
export function Explain({ children, label }: Readonly<{ children: ReactNode; label?: string }>) {
  const { text } = useText()
  const id = useId()
  const mark = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  const open = (): void => {
    const [at, target] = [mark.current?.getBoundingClientRect(), box.current]
    if (!at || !target || target.matches(':popover-open')) return
    target.showPopover()
    const { width, height } = target.getBoundingClientRect()
    const below = at.bottom + GAP + height < window.innerHeight
    target.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`
    target.style.left = `${Math.max(EDGE, Math.min(at.left - 14, window.innerWidth - width - EDGE))}px`
  }
  const close = (): void => {
    if (box.current?.matches(':popover-open')) box.current.hidePopover()
  }

  return (
    <span className={styles.explain}>
      <button
        ref={mark}
        type="button"
        className={styles.explainMark}
        aria-label={label ?? text('shell.explain')}
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
