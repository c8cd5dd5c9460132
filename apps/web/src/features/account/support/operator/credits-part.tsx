import {
  lacksPayment,
  type MessagePrices,
  MOST_PACKAGES,
  type PricedChannel,
  pricedChannels,
} from '@heliograph/domain/messages/message-prices.ts'
import { currencies } from '@heliograph/domain/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageChargeKey, messagePricesQuery, saveMessagePrices } from '../../../../api/message-charge.ts'
import { listCurrencies } from '../../../../plant/form/guess.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Combobox } from '../../../../ui/combobox.tsx'
import { Checkbox, TextField } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import styles from '../support.module.css'
import { OrdersCard } from './orders-card.tsx'
import { SavedCard } from './saved-card.tsx'

/** Credits that people ordered, and what messages cost by channel. */
export function CreditsPart() {
  return (
    <>
      <OrdersCard kind="credits" />
      <PricesCard />
    </>
  )
}

/** As it is typed. */
type PackageDraft = Readonly<{ credits: string; price: string }>
type ChannelDraft = Readonly<{ isCharged: boolean; lowAt: string; packages: readonly PackageDraft[] }>
type Draft = Readonly<{ currency: string; text: string; link: string }> & Readonly<Record<PricedChannel, ChannelDraft>>

const toDraft = ({ channels, ...prices }: MessagePrices): Draft => {
  const write = (channel: PricedChannel): ChannelDraft => ({
    isCharged: channels[channel].isCharged,
    lowAt: String(channels[channel].lowAt),
    packages: channels[channel].packages.map(({ credits, price }) => ({
      credits: String(credits),
      price: price.toFixed(2),
    })),
  })
  return { ...prices, email: write('email'), sms: write('sms') }
}
const toPrices = ({ email, sms, ...prices }: Draft): MessagePrices => {
  const read = ({ isCharged, lowAt, packages }: ChannelDraft) => ({
    isCharged,
    lowAt: Number(lowAt),
    packages: packages.map(({ credits, price }) => ({
      credits: Number(credits),
      price: Math.round(Number(price) * 100) / 100,
    })),
  })
  return { ...prices, channels: { email: read(email), sms: read(sms) } }
}

function PricesCard() {
  const { text } = useText()
  const { locale } = useLanguage()
  const options = useMemo(() => listCurrencies(currencies, locale), [locale])
  return (
    <SavedCard
      title={text('support.prices')}
      lead={text('support.prices.lead')}
      record={useQuery({ ...messagePricesQuery, select: toDraft })}
      save={(edited) => saveMessagePrices(toPrices(edited))}
      queryKey={messageChargeKey}
      done={text('support.prices.saved')}
      canSave={(edited) => !lacksPayment(toPrices(edited))}
      fields={(edited, change) => (
        <>
          <Combobox
            label={text('plant-create.currency')}
            placeholder={text('plant-create.currency.search')}
            options={options}
            value={edited.currency}
            onChange={(currency) => change({ currency })}
          />
          {pricedChannels.map((channel) => (
            <ChannelFields
              key={channel}
              channel={channel}
              draft={edited[channel]}
              change={(edit) => {
                const next = { ...edited[channel], ...edit }
                change(channel === 'email' ? { email: next } : { sms: next })
              }}
            />
          ))}
          <TextAreaField
            label={text('support.renewal.text')}
            hint={text('support.renewal.text.hint')}
            error={lacksPayment(toPrices(edited)) ? text('support.prices.text.missing') : undefined}
            value={edited.text}
            onChange={(words) => change({ text: words })}
            maxLength={1_000}
          />
          <TextField
            label={text('support.renewal.link')}
            hint={text('support.prices.link.hint')}
            optional
            type="url"
            value={edited.link}
            onChange={(link) => change({ link })}
            maxLength={1_000}
          />
        </>
      )}
    />
  )
}

function ChannelFields({
  channel,
  draft,
  change,
}: Readonly<{ channel: PricedChannel; draft: ChannelDraft; change: (edit: Partial<ChannelDraft>) => void }>) {
  const { text } = useText()
  const { isCharged, lowAt, packages } = draft
  const edit = (at: number, changes: Partial<PackageDraft>) =>
    change({ packages: packages.map((item, index) => (index === at ? { ...item, ...changes } : item)) })
  const add = () => change({ packages: [...packages, { credits: '', price: '' }] })
  const name = text(`support.credits.${channel}`)
  return (
    <fieldset className={styles.prices}>
      <legend>{name}</legend>
      <Checkbox
        label={text('support.prices.charged')}
        checked={isCharged}
        onChange={(on) =>
          change({ isCharged: on, ...(on && packages.length === 0 && { packages: [{ credits: '', price: '' }] }) })
        }
      />
      {isCharged && (
        <>
          {packages.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
            <div className={styles.package} key={at}>
              <TextField
                label={text('support.prices.credits')}
                type="number"
                min={1}
                max={1_000_000}
                required
                value={item.credits}
                onChange={(credits) => edit(at, { credits })}
              />
              <TextField
                label={text('support.prices.price')}
                type="number"
                min={0}
                max={1_000_000}
                step="any"
                required
                value={item.price}
                onChange={(price) => edit(at, { price })}
              />
              {packages.length > 1 && (
                <Button
                  size="s"
                  kind="quiet"
                  icon="close"
                  label={text('support.prices.remove')}
                  onClick={() => change({ packages: packages.filter((_, index) => index !== at) })}
                />
              )}
            </div>
          ))}
          {packages.length < MOST_PACKAGES && (
            <div>
              <Button size="s" onClick={add}>
                {text('support.prices.add')}
              </Button>
            </div>
          )}
          <TextField
            label={text('support.prices.low')}
            type="number"
            min={0}
            max={1_000_000}
            required
            value={lowAt}
            onChange={(value) => change({ lowAt: value })}
          />
        </>
      )}
    </fieldset>
  )
}
