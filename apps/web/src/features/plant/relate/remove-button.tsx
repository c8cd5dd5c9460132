import { useState } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'

/** Stops sharing after a confirmation. */
export function RemoveButton({ name, remove }: Readonly<{ name: string; remove: () => Promise<unknown> }>) {
  const { text } = useText()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="s"
        kind="quiet"
        icon="trash"
        label={text('sharing.remove', { name })}
        onClick={() => setAsking(true)}
      />
      {asking && (
        <ActionDialog
          title={text('sharing.remove', { name })}
          confirm={text('sharing.remove.submit')}
          danger
          run={remove}
          done={text('sharing.removed')}
          onClose={() => setAsking(false)}
        >
          <p>{text('sharing.remove.hint', { name })}</p>
        </ActionDialog>
      )}
    </>
  )
}
