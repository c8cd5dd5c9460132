import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { useWide } from '../../../ui/use-wide.ts'
import styles from './prompt-dialog.module.css'

/** A prompt that can wait: its subject, a form, and "later" beside the submit button. */
export function PromptDialog({
  title,
  lead,
  confirm,
  busy = false,
  fault,
  onSubmit,
  onLater,
  children,
}: Readonly<{
  title: string
  lead: string
  confirm: string
  busy?: boolean
  fault?: string | undefined
  onSubmit: () => void
  onLater: () => void
  children: ReactNode
}>) {
  const { text } = useText()
  const id = useId()
  const wide = useWide()
  const form = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(true)
  // A dialog focuses its close button. The first field is better; not on a phone, where the keyboard would cover the
  // dialog.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('input:not([role="combobox"])')
    const way = document.querySelector<HTMLElement>(`button[form="${id}"]`)
    const target = wide ? (field ?? way) : way
    target?.focus()
  }, [wide, id])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  const close = (): void => {
    setOpen(false)
    onLater()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      width={460}
      actions={
        <>
          <Button onClick={close}>{text('prompts.later')}</Button>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={styles.promptForm} noValidate onSubmit={submit}>
        <p className="muted">{lead}</p>
        {children}
        <div role="alert" hidden={fault === undefined}>
          {fault !== undefined && <p className={fieldStyles.fieldError}>{fault}</p>}
        </div>
      </form>
    </Dialog>
  )
}
