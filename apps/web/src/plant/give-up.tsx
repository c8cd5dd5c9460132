import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { plantListPath } from '../address/paths.ts'
import { leavePlant } from '../api/plants.ts'
import { plantKey } from '../api/queries.ts'
import { useText } from '../texts/use-text.tsx'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { Button } from '../ui/button.tsx'

/** Next step when the open plant is no longer the user's. */
export function usePlantGone(plantId: number): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    // The list opens its newest plant, which may be the removed one until the list is reloaded.
    await client.invalidateQueries({ queryKey: ['plants'] })
    void navigate(plantListPath(), { replace: true })
    client.removeQueries({ queryKey: plantKey(plantId) })
  }, [client, navigate, plantId])
}

/** Leaves a plant shared with the person, or with the organization for which they act. */
export function GiveUpButton({ plantId: id }: Readonly<{ plantId: number }>) {
  const { text } = useText()
  const gone = usePlantGone(id)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text('sharing.leave')}</Button>
      {asking && (
        <ActionDialog
          title={text('sharing.leave')}
          confirm={text('sharing.leave')}
          danger
          run={() => leavePlant(id).then(gone)}
          done={text('sharing.left')}
          onClose={() => setAsking(false)}
        >
          <p>{text('sharing.leave.hint')}</p>
        </ActionDialog>
      )}
    </>
  )
}
