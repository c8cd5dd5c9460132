import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applicationsKey } from '../../../api/applications.ts'
import { cancelOrder, type Order, type OrderKind, ownOrdersQuery } from '../../../api/orders.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './application.module.css'

/** The reader's last orders of a kind; nothing before the first. */
export function OrdersCard({ kind }: Readonly<{ kind: OrderKind }>) {
  const { text } = useText()
  const { data } = useQuery(ownOrdersQuery(kind))
  if (!data || data.total === 0) return null
  return (
    <SettingCard title={text('application.orders')}>
      {data.rows.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </SettingCard>
  )
}

/** It can be canceled while it is open. */
function OrderRow({ order }: Readonly<{ order: Order }>) {
  const { text } = useText()
  const { title, state, facts } = useOrderWords(order)
  const client = useQueryClient()
  const { running, run } = useAction()
  const cancel = () =>
    run('cancel', async () => {
      await cancelOrder(order)
      await client.invalidateQueries({ queryKey: applicationsKey })
    })
  return (
    <SettingRow
      title={
        <>
          {text('application.order.number', { id: String(order.id) })} · {title}{' '}
          <span className={styles.chip} data-status={order.state}>
            {state}
          </span>
        </>
      }
      hint={facts.filter(Boolean).join(' · ')}
    >
      {order.state === 'open' && (
        <Button size="s" busy={running !== undefined} onClick={() => void cancel()}>
          {text('application.order.cancel')}
        </Button>
      )}
    </SettingRow>
  )
}

function useOrderWords(order: Order): Readonly<{ title: string; state: string; facts: readonly string[] }> {
  const { text } = useText()
  const format = useFormat()
  const ordered = format.date(toDay(order.orderedMs))
  if (order.kind === 'renewal') {
    const until = order.expiresOn && text('application.plan.until', { date: format.date(order.expiresOn) })
    return {
      title: order.loggerName || order.serial,
      state: text(`application.orderState.${order.state}`),
      facts: [order.plantName, text('application.order.period', { count: order.months }), ordered, until ?? ''],
    }
  }
  return {
    title: text(`application.messages.${order.channel}`),
    state: text(order.state === 'done' ? 'application.messages.use.topUp' : `application.orderState.${order.state}`),
    facts: [
      text('application.messages.credits', { count: order.credits }),
      format.price(order.price, order.currency),
      ordered,
    ],
  }
}
