import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { announceModal } from './modal-opening.ts'

/** The browser's own modal dialog: it keeps the focus inside, closes with Esc and restores the focus. */
export function Dialog({
  open,
  onClose,
  title,
  width,
  actions,
  children,
}: Readonly<{
  open: boolean
  onClose: () => void
  title: string
  width?: number
  actions?: ReactNode
  children: ReactNode
}>) {
  const { text } = useText()
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const [opener] = useState(() => document.activeElement)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) {
      announceModal()
      dialog.showModal()
    }
    if (!open && dialog.open) dialog.close()
  }, [open])
  // A dialog that is unmounted with its component restores no focus.
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    },
    [opener],
  )

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the dialog's own; the click is on the backdrop
    <dialog
      ref={ref}
      className={styles.dialog}
      // A closing menu hides new content from the keyboard; never a modal dialog.
      data-react-aria-top-layer="true"
      aria-labelledby={id}
      style={width ? ({ '--dialog-width': `${width}px` } as React.CSSProperties) : undefined}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      {open && (
        <>
          <div className={styles.dialogHead}>
            <h2 id={id}>{title}</h2>
            <Button kind="quiet" icon="close" label={text('shell.action.close')} onClick={onClose} />
          </div>
          <div className={styles.dialogBody}>{children}</div>
          {actions && <div className={styles.dialogActions}>{actions}</div>}
        </>
      )}
    </dialog>
  )
}
