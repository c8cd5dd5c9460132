import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelTopUp, messageChargeKey, ownTopUpsQuery, type TopUp } from '../../api/message-charge.ts'
import { toDay } from '../../texts/local-day.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../ui/setting.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './application.module.css'

/** The reader's last top-ups; nothing before the first. */
export function TopUpsCard() {
  const { text } = useText()
  const { data } = useQuery(ownTopUpsQuery)
  if (!data || data.total === 0) return null
  return (
    <SettingCard title={text('application.orders')}>
      {data.rows.map((one) => (
        <TopUpRow key={one.id} one={one} />
      ))}
    </SettingCard>
  )
}

function TopUpRow({ one }: Readonly<{ one: TopUp }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const cancel = () =>
    run('cancel', async () => {
      await cancelTopUp(one.id)
      await client.invalidateQueries({ queryKey: messageChargeKey })
    })
  return (
    <SettingRow
      title={
        <>
          {text('application.order.number', { id: String(one.id) })} · {text(`application.messages.${one.channel}`)}{' '}
          <span className={styles.chip} data-status={one.state}>
            {text(one.state === 'done' ? 'application.messages.use.topUp' : `application.orderState.${one.state}`)}
          </span>
        </>
      }
      hint={[
        text('application.messages.credits', { count: one.credits }),
        format.price(one.price, one.currency),
        format.date(toDay(one.orderedMs / 1000)),
      ].join(' · ')}
    >
      {one.state === 'open' && (
        <Button size="s" busy={running !== undefined} onClick={() => void cancel()}>
          {text('application.order.cancel')}
        </Button>
      )}
    </SettingRow>
  )
}
