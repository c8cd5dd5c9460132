import { useQuery, useQueryClient } from '@tanstack/react-query'
import { applicationsKey, cancelOrder, ownOrdersQuery, type PlanOrder } from '../../api/applications.ts'
import { toDay } from '../../texts/local-day.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../ui/setting.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './application.module.css'

/** The reader's last orders; nothing before the first. */
export function OrdersCard() {
  const { text } = useText()
  const { data } = useQuery(ownOrdersQuery)
  if (!data || data.total === 0) return null
  return (
    <SettingCard title={text('application.orders')}>
      {data.rows.map((one) => (
        <OrderRow key={one.id} one={one} />
      ))}
    </SettingCard>
  )
}

function OrderRow({ one }: Readonly<{ one: PlanOrder }>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const cancel = () =>
    run('cancel', async () => {
      await cancelOrder(one.id)
      await client.invalidateQueries({ queryKey: applicationsKey })
    })
  const facts = [
    one.plantName,
    text('application.order.period', { count: one.months }),
    format.date(toDay(one.orderedMs / 1000)),
    one.expiresOn === undefined ? '' : text('application.plan.until', { date: format.date(one.expiresOn) }),
  ].filter(Boolean)
  return (
    <SettingRow
      title={
        <>
          {text('application.order.number', { id: String(one.id) })} · {one.loggerName || one.serial}{' '}
          <span className={styles.chip} data-status={one.state}>
            {text(`application.orderState.${one.state}`)}
          </span>
        </>
      }
      hint={facts.join(' · ')}
    >
      {one.state === 'open' && (
        <Button size="s" busy={running !== undefined} onClick={() => void cancel()}>
          {text('application.order.cancel')}
        </Button>
      )}
    </SettingRow>
  )
}
