import { useQuery } from '@tanstack/react-query'
import { applicationsKey, cancelOrder, ownOrdersQuery } from '../../../api/applications.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import { OwnOrderRow } from './own-order-row.tsx'

/** The reader's last orders; nothing before the first. */
export function OrdersCard() {
  const { text } = useText()
  const format = useFormat()
  const { data } = useQuery(ownOrdersQuery)
  if (!data || data.total === 0) return null
  return (
    <SettingCard title={text('application.orders')}>
      {data.rows.map((one) => (
        <OwnOrderRow
          key={one.id}
          id={one.id}
          of={one.loggerName || one.serial}
          state={one.state}
          stateName={text(`application.orderState.${one.state}`)}
          facts={[
            one.plantName,
            text('application.order.period', { count: one.months }),
            format.date(toDay(one.orderedMs / 1000)),
            one.expiresOn === undefined ? '' : text('application.plan.until', { date: format.date(one.expiresOn) }),
          ]}
          cancel={cancelOrder}
          changed={applicationsKey}
        />
      ))}
    </SettingCard>
  )
}
