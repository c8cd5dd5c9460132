import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SettingRow } from '../../../../ui/setting.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import styles from '../support.module.css'
import { localZone } from './time-span.ts'

type Props = Readonly<{
  order: Readonly<{ id: number; state: string; account?: string | null | undefined; orderedMs: number; note: string }>
  title: ReactNode
  stateName: string
  finish: string
  facts: readonly string[]
  close: (id: number, state: 'done' | 'refused') => Promise<unknown>
  changed: QueryKey
}>

/** What somebody ordered, which the operator finishes or refuses. */
export function OrderRow({ order, title, stateName, finish, facts, close, changed }: Props) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { id, state, account, orderedMs, note } = order
  const end = (as: 'done' | 'refused') =>
    run(as, async () => {
      await close(id, as)
      await client.invalidateQueries({ queryKey: changed })
    })
  return (
    <SettingRow
      title={
        <>
          {title}{' '}
          <span className={styles.chip} data-state={state === 'open' ? 'waiting' : 'closed'}>
            {stateName}
          </span>
        </>
      }
      hint={[...facts, account ?? '--', format.moment(orderedMs, localZone), note].filter(Boolean).join(' · ')}
    >
      {state === 'open' && (
        <>
          <Button size="s" kind="primary" busy={running === 'done'} onClick={() => void end('done')}>
            {finish}
          </Button>
          <Button size="s" busy={running === 'refused'} onClick={() => void end('refused')}>
            {text('support.order.refuse')}
          </Button>
        </>
      )}
    </SettingRow>
  )
}
