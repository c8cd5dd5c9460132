import type { ReactNode } from 'react'
import styles from './explain.module.css'
import { useTooltip } from './use-tooltip.ts'

type Props = Readonly<{
  hint: ReactNode
  children: ReactNode
  /** The name of the button, if its content is no text. */
  label?: string
  className?: string | undefined
  onOpen?: (() => void) | undefined
}>

/** A short form whose whole shows on hover, focus or tap. Esc closes it. */
export function Hint({ hint, children, label, className = styles.explainShort, onOpen }: Props) {
  const { mark, box, id, open: show, close } = useTooltip<HTMLButtonElement>()
  const open = (): void => {
    show()
    onOpen?.()
  }
  return (
    <span className={styles.explain}>
      <button
        ref={mark}
        type="button"
        className={className}
        aria-label={label}
        aria-describedby={id}
        onPointerEnter={({ pointerType }) => {
          // A finger taps: its click opens it.
          if (pointerType !== 'touch') open()
        }}
        onPointerLeave={({ pointerType }) => {
          if (pointerType !== 'touch') close()
        }}
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
