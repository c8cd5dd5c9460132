import type { PricedChannel } from '@heliograph/domain/messages/message-prices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { APPLICATIONS_PAGE } from '../../../api/applications.ts'
import { type ChargedChannel, creditUseQuery, messageChargeQuery } from '../../../api/message-charge.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Pager, readPage } from '../../../ui/pager.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import styles from './application.module.css'
import { DetailPage } from './detail-page.tsx'
import { OrdersCard } from './orders-card.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'

/** Use of the credits, newest first. @param isCharged false: shown only where there is a past */
function CreditUseCard({ isCharged }: Readonly<{ isCharged: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const { params } = useUrlState()
  const page = readPage(params)
  const { data, error, refetch } = useQuery(creditUseQuery(page))
  if (!isCharged && !data?.total) return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <SettingCard title={text('application.messages.use')}>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.total === 0 && <p className={styles.none}>{text('application.messages.use.none')}</p>}
      {data?.rows.map((row) => (
        <SettingRow
          key={row.id}
          title={`${text(`application.messages.use.${row.kind}`)} · ${text(`application.messages.${row.channel}`)}`}
          hint={format.moment(row.atMs, zone)}
        >
          <span className={styles.change}>
            {row.change > 0 ? '+' : '−'}
            {Math.abs(row.change)}
          </span>
          <span className={styles.left}>{text('application.messages.left', { count: row.balance })}</span>
        </SettingRow>
      ))}
      {data && <Pager page={page} size={APPLICATIONS_PAGE} total={data.total} />}
    </SettingCard>
  )
}

/** Cost of messages: nothing by the operator's own means, or a credit each where the operator charges a channel. */
export function MessageChargePage() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(messageChargeQuery)
  const [open, setOpen] = useState<PricedChannel>()
  const opened = data?.channels.find(({ channel }) => channel === open)
  const isCharged = data?.channels.some((channel) => channel.isCharged) ?? false
  return (
    <DetailPage
      right="messageCharge"
      title={text('application.messages')}
      lead={
        data ? text(isCharged ? 'application.messages.charged' : 'application.messages.answer') : error ? '' : undefined
      }
    >
      <SettingCard title={text('application.messages.channels')} lead={text('application.messages.channels.lead')}>
        {!data && <RowsLoading error={error} refetch={refetch} />}
        {data?.channels.map((channel) => (
          <ChannelRow
            key={channel.channel}
            one={channel}
            currency={data.currency}
            onTopUp={data.isPayable ? () => setOpen(channel.channel) : undefined}
          />
        ))}
      </SettingCard>
      <OrdersCard kind="credits" />
      <CreditUseCard isCharged={isCharged} />
      {data && opened && <TopUpDialog one={opened} currency={data.currency} onClose={() => setOpen(undefined)} />}
    </DetailPage>
  )
}

function ChannelRow({
  one,
  currency,
  onTopUp,
}: Readonly<{ one: ChargedChannel; currency: string; onTopUp: (() => void) | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const name = text(`application.messages.${one.channel}`)
  const isCharged = one.isCharged && one.canSend
  const prices = one.packages.map(
    ({ credits, price }) =>
      `${text('application.messages.credits', { count: credits })}: ${format.price(price, currency)}`,
  )
  const status = !one.canSend
    ? 'unknown'
    : !one.isCharged || one.balance > one.lowAt
      ? 'valid'
      : one.balance > 0
        ? 'expiring'
        : 'expired'
  const words = !one.canSend
    ? text('application.messages.off')
    : one.isCharged
      ? text('application.messages.credits', { count: one.balance })
      : text('application.messages.free')
  return (
    <SettingRow
      icon={one.channel === 'sms' ? 'phone' : 'mail'}
      title={name}
      hint={isCharged ? prices.join(' · ') : undefined}
    >
      <span className={styles.chip} data-status={status}>
        {words}
      </span>
      {isCharged && onTopUp && (
        <Button size="s" onClick={onTopUp} label={`${text('application.messages.topUp')} · ${name}`}>
          {text('application.messages.topUp')}
        </Button>
      )}
    </SettingRow>
  )
}
