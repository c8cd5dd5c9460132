import { type ReactNode, type RefObject, useState } from 'react'
import { Popover } from 'react-aria-components'
import { createPortal } from 'react-dom'
import { afterPaint } from './after-paint.ts'
import { cx } from './class-names.ts'
import styles from './pop-up.module.css'

const GAP = 6
const EDGE = 12

type Props = Readonly<{
  trigger: RefObject<HTMLButtonElement | null>
  /** Where no dialog in it has a name of its own. */
  label?: string
  className: string | undefined
  onClose: () => void
  children: ReactNode
}>

/**
 * Below a button, beside it and within the window. A modal one would make the page inert, for which a phone calculates
 * all styles of the page twice: a ground takes the press beside it.
 */
export function PopUp({ trigger, label, className, onClose, children }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      {createPortal(
        <div
          className={styles.popUpGround}
          aria-hidden="true"
          // The focus goes back to the button, not to the page first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setLeaving(true)
            afterPaint(onClose)
          }}
        />,
        document.body,
      )}
      <Popover
        isOpen
        isNonModal
        onOpenChange={onClose}
        triggerRef={trigger}
        {...(label === undefined ? {} : { 'aria-label': label })}
        placement="bottom end"
        offset={GAP}
        containerPadding={EDGE}
        className={cx(styles.popUp, isLeaving && styles.popUpLeaving, className)}
      >
        {children}
      </Popover>
    </>
  )
}
