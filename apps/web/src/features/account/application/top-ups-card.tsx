import { useQuery } from '@tanstack/react-query'
import { cancelTopUp, messageChargeKey, ownTopUpsQuery } from '../../../api/message-charge.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import { OwnOrderRow } from './own-order-row.tsx'

/** The reader's last top-ups; nothing before the first. */
export function TopUpsCard() {
  const { text } = useText()
  const format = useFormat()
  const { data } = useQuery(ownTopUpsQuery)
  if (!data || data.total === 0) return null
  return (
    <SettingCard title={text('application.orders')}>
      {data.rows.map((one) => (
        <OwnOrderRow
          key={one.id}
          id={one.id}
          of={text(`application.messages.${one.channel}`)}
          state={one.state}
          stateName={text(
            one.state === 'done' ? 'application.messages.use.topUp' : `application.orderState.${one.state}`,
          )}
          facts={[
            text('application.messages.credits', { count: one.credits }),
            format.price(one.price, one.currency),
            format.date(toDay(one.orderedMs / 1000)),
          ]}
          cancel={cancelTopUp}
          changed={messageChargeKey}
        />
      ))}
    </SettingCard>
  )
}
