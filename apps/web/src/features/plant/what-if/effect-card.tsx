import { yearsToEarn } from '@heliograph/domain/tariff/investment.ts'
import type { Replay, ReplayFigures } from '../../../api/what-if.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import { type ChangeDraft, numberOf } from './change-draft.ts'
import styles from './what-if.module.css'

type Row = Readonly<{
  id: string
  name: string
  pick: (figures: ReplayFigures) => number | null
  write: (value: number | null) => string
}>

/** The year before and after the change, what each part of it brings, and the payback of a typed price. */
export function EffectCard({
  replay,
  draft,
  isChanged,
}: Readonly<{ replay: Replay; draft: ChangeDraft; isChanged: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const { whole, currency, days, pricedDays, parts, dischargedWh, isUnpriced } = replay
  const { before, after } = whole
  const energy = (wh: number | null): string => format.energyWh(wh).text
  const money = (amount: number | null): string => format.money(amount, currency)
  const all: readonly Row[] = [
    { id: 'made', name: text('plant-data.series.production'), pick: (figures) => figures.generationWh, write: energy },
    { id: 'bought', name: text('plant-data.series.purchase'), pick: (figures) => figures.importWh, write: energy },
    { id: 'fed', name: text('plant-data.series.feedIn'), pick: (figures) => figures.exportWh, write: energy },
    {
      id: 'self',
      name: text('what-if.self'),
      pick: selfShare,
      write: (share) => format.percent(share === null ? null : share * 100, 1),
    },
    { id: 'cost', name: text('what-if.cost'), pick: (figures) => figures.money.cost, write: money },
    { id: 'paid', name: text('what-if.paid'), pick: (figures) => figures.money.feedIn, write: money },
    { id: 'income', name: text('what-if.income'), pick: (figures) => figures.money.income, write: money },
    { id: 'balance', name: text('what-if.balance'), pick: (figures) => figures.balance, write: money },
  ]
  const rows = all.filter(({ pick }) => pick(before) !== null || pick(after) !== null)
  const isCounted = !isUnpriced || after.money.cost !== null
  const gain = !isCounted || before.balance === null || after.balance === null ? null : after.balance - before.balance
  return (
    <Card title={text('what-if.effect')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <div className={styles.scroll} role="group" aria-label={text('what-if.effect')} tabIndex={0}>
        <table className={styles.table}>
          <ColumnHeads
            labels={[
              text('what-if.days', { days, ofDays: replay.ofDays }),
              text('what-if.before'),
              text('what-if.after'),
              text('what-if.difference'),
            ]}
          />
          <tbody>
            {rows.map(({ id, name, pick, write }) => {
              const [was, is] = [pick(before), pick(after)]
              return (
                <tr key={id} data-part={`what-if-${id}`}>
                  <th scope="row">{name}</th>
                  <td>{write(was)}</td>
                  <td>{isChanged ? write(is) : ''}</td>
                  <td>{isChanged ? write(was === null || is === null ? null : is - was) : ''}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {isUnpriced && (
        <p className={styles.note}>{text(after.money.cost === null ? 'what-if.noPurchase' : 'what-if.bothOther')}</p>
      )}
      {pricedDays < days && <p className={styles.note}>{text('what-if.priced', { count: pricedDays, days })}</p>}
      {parts.length > 1 && (
        <dl className={styles.parts} aria-label={text('what-if.parts')}>
          {parts.map(({ part, balance, importWh }) => (
            <div key={part}>
              <dt>{text(`what-if.${part === 'tariff' ? 'prices' : part}`)}</dt>
              <dd>{balance === null ? energy(importWh) : money(balance)}</dd>
            </div>
          ))}
        </dl>
      )}
      {dischargedWh !== null && (
        <p className={styles.note}>{text('what-if.given', { energy: energy(dischargedWh) })}</p>
      )}
      <Payback gain={gain} days={days} price={numberOf(draft, 'price') ?? null} />
    </Card>
  )
}

/** The part of the consumption that was not purchased. */
const selfShare = ({ useWh, importWh }: ReplayFigures): number | null =>
  useWh === null || importWh === null || useWh <= 0 ? null : 1 - importWh / useWh

/** Fewer days lack a season. */
const LEAST_DAYS = 300
const YEAR_DAYS = 365

function Payback({ gain, days, price }: Readonly<{ gain: number | null; days: number; price: number | null }>) {
  const { text, rich } = useText()
  const format = useFormat()
  if (price === null || gain === null) return null
  if (days < LEAST_DAYS)
    return <p className={styles.note}>{text('what-if.payback.few', { days, least: LEAST_DAYS })}</p>
  const years = yearsToEarn(price, (gain * YEAR_DAYS) / days)
  return (
    <p className={styles.payback}>
      {years === null
        ? text('what-if.payback.never')
        : rich('what-if.payback', { years: format.number(years, 1), days, ofDays: YEAR_DAYS })}
    </p>
  )
}
