import type { ReactNode, RefObject } from 'react'
import { Popover } from 'react-aria-components'
import { createPortal } from 'react-dom'
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
export const PopUp = ({ trigger, label, className, onClose, children }: Props) => (
  <>
    {createPortal(<div className={styles.popUpGround} onClick={onClose} aria-hidden="true" />, document.body)}
    <Popover
      isOpen
      isNonModal
      onOpenChange={onClose}
      triggerRef={trigger}
      {...(label === undefined ? {} : { 'aria-label': label })}
      placement="bottom end"
      offset={GAP}
      containerPadding={EDGE}
      className={cx(styles.popUp, className)}
    >
      {children}
    </Popover>
  </>
)
