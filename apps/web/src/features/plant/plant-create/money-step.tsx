import { flatSchedule, MOST_PRICE } from '@heliograph/domain/tariff/schedule.ts'
import { plainTariff, type Tariff } from '@heliograph/domain/tariff/tariff.ts'
import { MoneyPart } from '../../../plant/form/money-part.tsx'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import plantFormStyles from '../../../plant/form/plant-form.module.css'
import type { PartProps } from '../../../plant/form/plant-part.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChoiceCards, TextField } from '../../../ui/field.tsx'
import type { MoneyDraft } from './kept-draft.ts'

const isPrice = (typed: string): boolean => {
  const price = parseNumber(typed)
  return Math.abs(price) <= MOST_PRICE
}

/** The tariff of the bill, or undefined without one. @throws nothing: `isMoneyFit` says whether it can be read */
export const toTariff = ({ rule, purchase, feedIn }: MoneyDraft): Tariff | undefined =>
  rule === 'bill' && isPrice(purchase)
    ? {
        ...plainTariff(null),
        rule: 'bill',
        purchase: flatSchedule(parseNumber(purchase)),
        feedIn: flatSchedule(isPrice(feedIn) ? parseNumber(feedIn) : 0),
      }
    : undefined

export const isMoneyFit = ({ rule, purchase, feedIn }: MoneyDraft): boolean =>
  rule === 'production' || (isPrice(purchase) && (feedIn.trim() === '' || isPrice(feedIn)))

/** Price of a kilowatt-hour: one price, or the bill's. */
export function MoneyStep({
  money,
  onMoney,
  tried,
  ...part
}: PartProps & Readonly<{ money: MoneyDraft; onMoney: (money: MoneyDraft) => void; tried: boolean }>) {
  const { text } = useText()
  const { draft } = part
  return (
    <>
      <Card>
        <ChoiceCards
          label={text('create-plant.rule')}
          value={money.rule}
          onChange={(rule) => onMoney({ ...money, rule })}
          choices={[
            {
              value: 'production',
              icon: 'coin',
              label: text('create-plant.rule.production'),
              hint: text('create-plant.rule.production.hint'),
            },
            {
              value: 'bill',
              icon: 'swap',
              label: text('create-plant.rule.bill'),
              hint: text('create-plant.rule.bill.hint'),
            },
          ]}
        />
      </Card>
      <MoneyPart {...part} hasPrice={money.rule === 'production'}>
        {money.rule === 'bill' &&
          (['purchase', 'feedIn'] as const).map((field) => (
            <TextField
              key={field}
              label={text(`create-plant.${field}`)}
              optional={field === 'feedIn'}
              unit={text('unit.perKwh', { currency: draft.currency })}
              inputMode="decimal"
              autoComplete="off"
              value={money[field]}
              error={
                tried && !isPrice(money[field]) && !(field === 'feedIn' && money.feedIn.trim() === '')
                  ? text('create-plant.bill.check')
                  : undefined
              }
              onChange={(value) => onMoney({ ...money, [field]: value })}
            />
          ))}
      </MoneyPart>
      <p className={plantFormStyles.plantFormNote}>{text('create-plant.kept')}</p>
    </>
  )
}
