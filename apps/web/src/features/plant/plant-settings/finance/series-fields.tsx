import { useText } from '../../../../texts/use-text.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import styles from './finance.module.css'
import { readFactor, readGridPrice, type SeriesDraft } from './tariff-draft.ts'

/** The market that a tariff follows, and what is added to its prices. */
export function SeriesFields({
  draft,
  names,
  currency,
  onChange,
}: Readonly<{
  draft: SeriesDraft
  names: readonly string[]
  currency: string
  onChange: (draft: SeriesDraft) => void
}>) {
  const { text } = useText()
  return (
    <div className={styles.financeFields}>
      <SelectField
        label={text('finance.market')}
        value={draft.name}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <TextField
        label={text('finance.market.factor')}
        hint={text('finance.market.factor.hint')}
        inputMode="decimal"
        autoComplete="off"
        value={draft.factor}
        error={readFactor(draft.factor) === undefined ? text('finance.error.factor') : undefined}
        onChange={(factor) => onChange({ ...draft, factor })}
      />
      <TextField
        label={text('finance.market.surcharge')}
        optional
        unit={text('unit.perKwh', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={draft.surcharge}
        error={readGridPrice(draft.surcharge) === undefined ? text('finance.error.gridPrice') : undefined}
        onChange={(surcharge) => onChange({ ...draft, surcharge })}
      />
    </div>
  )
}
