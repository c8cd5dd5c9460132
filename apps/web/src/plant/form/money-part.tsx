import { currencies } from '@heliograph/domain/money.ts'
import { type ReactNode, useMemo } from 'react'
import { useLanguage } from '../../texts/language-context.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'
import { listCurrencies } from './guess.ts'
import { isTurnedNorth } from './place-clash.ts'
import styles from './plant-form.module.css'
import type { PartProps } from './plant-part.tsx'

export function CurrencyField({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  const { locale } = useLanguage()
  const options = useMemo(() => listCurrencies(currencies, locale), [locale])
  return (
    <Combobox
      label={text('plant-create.currency')}
      placeholder={text('plant-create.currency.search')}
      options={options}
      value={draft.currency}
      error={faultOf('currency')}
      onChange={(currency) => change({ currency })}
    />
  )
}

/** The value of a kilowatt-hour. @param children other prices, beside the currency */
export function MoneyPart({
  draft,
  change,
  faultOf,
  hasPrice = true,
  children,
}: PartProps & Readonly<{ hasPrice?: boolean; children?: ReactNode }>) {
  const { text } = useText()
  return (
    <Card title={text('plant-create.section.money')}>
      <div className={styles.plantFormFields}>
        <CurrencyField draft={draft} change={change} faultOf={faultOf} />
        {hasPrice && (
          <TextField
            label={text('plant-create.price')}
            hint={text('plant-create.price.hint')}
            optional
            unit={text('unit.perKwh', { currency: draft.currency })}
            inputMode="decimal"
            autoComplete="off"
            value={draft.price}
            error={faultOf('price')}
            onChange={(price) => change({ price })}
          />
        )}
        {children}
      </div>
    </Card>
  )
}

/** The orientation of the modules: the expected yield depends on it. */
export function ModulesPart({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  return (
    <Card title={text('plant-create.section.modules')}>
      <div className={styles.plantFormFields}>
        {(['azimuth', 'tilt'] as const).map((field) => (
          <TextField
            key={field}
            label={text(`plant-create.${field}`)}
            hint={text(
              field === 'azimuth' && isTurnedNorth(draft) ? 'plant-create.azimuth.north' : `plant-create.${field}.hint`,
            )}
            unit="°"
            inputMode="decimal"
            autoComplete="off"
            value={draft[field]}
            error={faultOf(field)}
            onChange={(value) => change({ [field]: value })}
          />
        ))}
      </div>
    </Card>
  )
}
