import { useState } from 'react'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'

/** Asks before it removes. */
export function RemoveButton({ name, run }: Readonly<{ name: string; run: () => Promise<unknown> }>) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="s"
        kind="quiet"
        icon="trash"
        label={text('support.remove', { name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <ActionDialog
          danger
          title={text('support.remove', { name })}
          confirm={text('support.remove.confirm')}
          done={text('support.removed')}
          run={run}
          onClose={() => setOpen(false)}
        >
          <p>{text('support.remove.hint')}</p>
        </ActionDialog>
      )}
    </>
  )
}
