import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUrlState } from '../../../../address/url-state.ts'
import { APPLICATIONS_PAGE, applicationsKey } from '../../../../api/applications.ts'
import { allOrdersQuery, closeOrder, type Order, type OrderKind } from '../../../../api/orders.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Pager, readPage } from '../../../../ui/pager.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../../ui/setting.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import styles from '../support.module.css'
import { localZone } from './time-span.ts'

/** Orders of a kind; the operator finishes or refuses them. */
export function OrdersCard({ kind }: Readonly<{ kind: OrderKind }>) {
  const { text } = useText()
  const { params } = useUrlState()
  const page = readPage(params)
  const { data, error, refetch } = useQuery(allOrdersQuery(kind, page))
  return (
    <SettingCard title={text('support.operator.orders')}>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && (
        <p className={styles.none}>{text(kind === 'renewal' ? 'support.orders.none' : 'support.credits.none')}</p>
      )}
      {data?.rows.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
      {data && <Pager page={page} size={APPLICATIONS_PAGE} total={data.total} />}
    </SettingCard>
  )
}

function OrderRow({ order }: Readonly<{ order: Order }>) {
  const { text } = useText()
  const format = useFormat()
  const words = useOrderWords(order)
  const client = useQueryClient()
  const { running, run } = useAction()
  const { state, account, orderedMs, note } = order
  const end = (as: 'done' | 'refused') =>
    run(as, async () => {
      await closeOrder(order, as)
      await client.invalidateQueries({ queryKey: applicationsKey })
    })
  return (
    <SettingRow
      title={
        <>
          {words.title}{' '}
          <span className={styles.chip} data-state={state === 'open' ? 'waiting' : 'closed'}>
            {words.state}
          </span>
        </>
      }
      hint={[...words.facts, account ?? '--', format.moment(orderedMs, localZone), note].filter(Boolean).join(' · ')}
    >
      {state === 'open' && (
        <>
          <Button size="s" kind="primary" busy={running === 'done'} onClick={() => void end('done')}>
            {words.finish}
          </Button>
          <Button size="s" busy={running === 'refused'} onClick={() => void end('refused')}>
            {text('support.order.refuse')}
          </Button>
        </>
      )}
    </SettingRow>
  )
}

type Words = Readonly<{ title: string; state: string; finish: string; facts: readonly string[] }>

function useOrderWords(order: Order): Words {
  const { text } = useText()
  const format = useFormat()
  const id = String(order.id)
  if (order.kind === 'renewal')
    return {
      title: text('support.order', { id, months: order.months }),
      state: text(`support.orderState.${order.state}`),
      finish: text('support.order.finish'),
      facts: [order.loggerName || order.serial, order.plantName],
    }
  const number = text('support.credits.number', { id })
  const count = text('support.credits.count', { count: order.credits })
  return {
    title: `${number} · ${count} · ${text(`support.credits.${order.channel}`)}`,
    state: text(order.state === 'done' ? 'support.credits.done' : `support.orderState.${order.state}`),
    finish: text('support.credits.finish'),
    facts: [format.price(order.price, order.currency)],
  }
}
