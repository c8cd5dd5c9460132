import { subsidyLevels } from '@heliograph/domain/tariff/tariff.ts'
import { isDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DatedTariff, saveTariff } from '../../../../api/finance.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import { Checkbox, ChoiceCards, TextField } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useSettled } from '../../../../ui/use-settled.ts'
import { usePlantChanged } from '../use-plant-changed.ts'
import styles from './finance.module.css'
import { marketsQuery, previewQuery } from './finance-queries.ts'
import { ScheduleEditor } from './schedule-editor.tsx'
import { readPrice, readTariff, readVat, type TariffDraft, toTariffDraft } from './tariff-draft.ts'
import { TariffEffect } from './tariff-effect.tsx'

const ruleIcons = { bill: 'home', production: 'sun', fullFeedIn: 'grid' } as const
const moneyFields = { production: 'pricePerKwh', fullFeedIn: 'benchmarkPrice' } as const

/** Prices from a date on. Their effect is shown before they can be saved. */
export function TariffDialog({
  tariff,
  currency,
  isNew,
  onClose,
}: Readonly<{ tariff: DatedTariff; currency: string; isNew: boolean; onClose: () => void }>) {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const [draft, setDraft] = useState<TariffDraft>(() => toTariffDraft(tariff, locale))
  const change = (edit: Partial<TariffDraft>): void => setDraft((now) => ({ ...now, ...edit }))
  const read = readTariff(draft)
  const isDated = draft.from === '' ? tariff.from === null : isDate(draft.from)
  const wanted = read && isDated ? { from: draft.from === '' ? null : draft.from, tariff: read } : undefined
  const settled = useSettled(wanted, 500)
  const isSettled = JSON.stringify(settled) === JSON.stringify(wanted)
  const effect = useQuery(previewQuery(plantId, settled))
  const markets = (useQuery(marketsQuery(plantId)).data ?? []).map(({ name }) => name)
  const price = (label: string, typed: string, onChange: (typed: string) => void, optional = true) => (
    <TextField
      label={label}
      optional={optional}
      unit={text('unit.perKwh', { currency })}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={readPrice(typed) === undefined ? text('finance.error.price') : undefined}
      onChange={onChange}
    />
  )
  const [hasBill, setHasBill] = useState(tariff.tariff.purchase !== null || tariff.tariff.feedIn !== null)
  const showsBill = draft.rule === 'bill' || hasBill
  return (
    <ActionDialog
      title={text(isNew ? 'finance.tariff.new' : 'finance.tariff.edit')}
      confirm={text('shell.action.save')}
      width={860}
      isReady={wanted !== undefined && isSettled && effect.data !== undefined && !effect.isPlaceholderData}
      run={async () => {
        if (wanted) await saveTariff(plantId, wanted)
        await changed()
      }}
      done={text('finance.tariff.saved')}
      onClose={onClose}
    >
      {tariff.from === null && !isNew ? (
        <p>{text('finance.tariff.fromStart')}</p>
      ) : (
        <DateField
          label={text('finance.tariff.from')}
          hint={text('finance.tariff.from.hint')}
          value={draft.from}
          onChange={(from) => change({ from })}
        />
      )}
      <ChoiceCards
        label={text('finance.rule')}
        wide
        value={draft.rule}
        onChange={(rule) => change({ rule })}
        choices={(['bill', 'production', 'fullFeedIn'] as const).map((rule) => ({
          value: rule,
          label: text(`finance.rule.${rule}`),
          hint: text(`finance.rule.${rule}.hint`),
          icon: ruleIcons[rule],
        }))}
      />
      {draft.rule !== 'bill' &&
        price(
          text(`finance.${moneyFields[draft.rule]}`),
          draft[moneyFields[draft.rule]],
          (typed) => change(draft.rule === 'production' ? { pricePerKwh: typed } : { benchmarkPrice: typed }),
          false,
        )}
      {draft.rule !== 'bill' && (
        <Checkbox
          label={text('finance.tariff.alsoBill')}
          checked={hasBill}
          onChange={(checked) => {
            setHasBill(checked)
            if (!checked) {
              const none = toTariffDraft(
                { from: null, tariff: { ...tariff.tariff, purchase: null, feedIn: null } },
                locale,
              )
              change({ purchase: none.purchase, feedIn: none.feedIn })
            }
          }}
        />
      )}
      {showsBill && (
        <>
          <ScheduleEditor
            label={text('finance.purchase')}
            hint={text('finance.purchase.hint')}
            draft={draft.purchase}
            currency={currency}
            markets={markets}
            onChange={(purchase) => change({ purchase })}
          />
          <ScheduleEditor
            label={text('finance.feedIn')}
            hint={text('finance.feedIn.hint')}
            draft={draft.feedIn}
            currency={currency}
            markets={markets}
            onChange={(feedIn) => change({ feedIn })}
          />
          <TextField
            label={text('finance.standing')}
            optional
            unit={text('finance.perDay', { currency })}
            inputMode="decimal"
            autoComplete="off"
            value={draft.standing}
            error={readPrice(draft.standing) === undefined ? text('finance.error.price') : undefined}
            onChange={(standing) => change({ standing })}
          />
          {markets.length === 0 && <Notice>{text('finance.market.none')}</Notice>}
        </>
      )}
      <TextField
        label={text('finance.vat')}
        hint={text('finance.vat.hint')}
        optional
        unit="%"
        inputMode="decimal"
        autoComplete="off"
        value={draft.vat}
        error={readVat(draft.vat) === undefined ? text('finance.error.vat') : undefined}
        onChange={(vat) => change({ vat })}
      />
      <details className={styles.financeMore}>
        <summary>{text('finance.subsidies')}</summary>
        <p>{text('finance.subsidies.hint')}</p>
        <div className={styles.financeFields}>
          {subsidyLevels.map((level) => (
            <div key={level}>
              {price(text(`finance.subsidy.${level}`), draft.subsidies[level], (typed) =>
                change({ subsidies: { ...draft.subsidies, [level]: typed } }),
              )}
            </div>
          ))}
        </div>
      </details>
      <TariffEffect
        preview={isSettled ? effect.data : undefined}
        failure={effect.error}
        isWaiting={wanted !== undefined}
        currency={currency}
      />
    </ActionDialog>
  )
}
