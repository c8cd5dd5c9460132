import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { CallFailure } from '../api/failure.ts'
import { beginWork } from '../api/undo-offers.ts'
import { useFailureText } from '../texts/use-failure-text.ts'
import { useText } from '../texts/use-text.tsx'
import styles from './action-dialog.module.css'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import fieldStyles from './field.module.css'
import { Icon } from './icon.tsx'
import { showDone } from './toast-store.ts'

/**
 * A dialog for one action and its input. It stays while the action fails and says why inside: a toast would be behind
 * it.
 * Mount it to open it.
 * @param run its result 'stay' keeps the dialog open for another step @param done the toast on success @param faults better sentences for some refusals, by their code
 */
export function ActionDialog({
  title,
  confirm,
  danger = false,
  isReady = true,
  width = 460,
  run,
  done,
  faults,
  onClose,
  children,
}: Readonly<{
  title: string
  confirm: string
  danger?: boolean
  isReady?: boolean
  width?: number
  run: () => Promise<unknown>
  done?: string
  faults?: Readonly<Record<string, string>>
  onClose: () => void
  children: ReactNode
}>) {
  const { text } = useText()
  const textOf = useFailureText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const formId = useId()

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || !isReady) return
    setBusy(true)
    setFailure(undefined)
    let outcome: unknown
    const own = beginWork()
    try {
      outcome = await run()
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
      return
    } finally {
      own.end()
    }
    setBusy(false)
    if (outcome === 'stay') return
    if (done) showDone(done, own)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={width}
      actions={
        <>
          <Button onClick={onClose}>{text('shell.action.cancel')}</Button>
          <Button type="submit" form={formId} kind={danger ? 'danger' : 'primary'} busy={busy} disabled={!isReady}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.actionForm} onSubmit={(event) => void submit(event)}>
        {children}
        <div role="alert">
          {failure !== undefined && (
            <span className={fieldStyles.fieldError}>
              <Icon name="warning" size={16} />
              {(failure instanceof CallFailure && faults?.[failure.code]) || textOf(failure)}
            </span>
          )}
        </div>
      </form>
    </Dialog>
  )
}
