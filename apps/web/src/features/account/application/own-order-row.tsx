import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './application.module.css'

type Props = Readonly<{
  id: number
  of: ReactNode
  state: string
  stateName: string
  facts: readonly string[]
  cancel: (id: number) => Promise<unknown>
  changed: QueryKey
}>

/** An order of the reader, which can be canceled while it is open. */
export function OwnOrderRow({ id, of, state, stateName, facts, cancel, changed }: Props) {
  const { text } = useText()
  const client = useQueryClient()
  const { running, run } = useAction()
  const onCancel = () =>
    run('cancel', async () => {
      await cancel(id)
      await client.invalidateQueries({ queryKey: changed })
    })
  return (
    <SettingRow
      title={
        <>
          {text('application.order.number', { id: String(id) })} · {of}{' '}
          <span className={styles.chip} data-status={state}>
            {stateName}
          </span>
        </>
      }
      hint={facts.filter(Boolean).join(' · ')}
    >
      {state === 'open' && (
        <Button size="s" busy={running !== undefined} onClick={() => void onCancel()}>
          {text('application.order.cancel')}
        </Button>
      )}
    </SettingRow>
  )
}
