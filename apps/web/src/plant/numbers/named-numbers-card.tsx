import { acceptedUnits, toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import { getQuantity, isQuantityId, type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { decideNumber, type NamedNumber, type NumberUse, namedNumbersQuery } from '../../api/named-numbers.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { SelectField } from '../../ui/field.tsx'
import { SettingCard } from '../../ui/setting.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useCurrentPlant } from '../current-plant.ts'
import { usePlantChanged } from '../use-plant-changed.ts'
import { useQuantityName } from '../use-quantity-name.ts'
import styles from './named-numbers.module.css'

/** A page of rows: there are 500 at most. */
const SHOWN = 20
const EVERY_MS = 30_000

/** The numbers of one logger, or of all. */
export function useNamedNumbers(loggerId: number | undefined): readonly NamedNumber[] {
  const { plantId, can } = useCurrentPlant()
  const { data = [] } = useQuery({
    ...namedNumbersQuery(plantId),
    enabled: can('addPlantDevice'),
    refetchInterval: EVERY_MS,
  })
  return loggerId === undefined ? data : data.filter((number) => number.loggerId === loggerId)
}

/** Numbers that have names of their owner, and what each one is; without one there is no card. */
export function NamedNumbersCard({ loggerId }: Readonly<{ loggerId?: number }>) {
  const { text } = useText()
  const [shown, setShown] = useState(SHOWN)
  const own = useNamedNumbers(loggerId)
  if (own.length === 0) return null
  return (
    <SettingCard title={text('connection.numbers')} lead={text('connection.numbers.lead')}>
      {own.slice(0, shown).map((number) => (
        <NumberRow key={number.id} number={number} />
      ))}
      {own.length > shown && (
        <Button size="s" kind="quiet" onClick={() => setShown(shown + 100)}>
          {text('line-series.more', { count: own.length - shown })}
        </Button>
      )}
    </SettingCard>
  )
}

/** Quantities in one of whose units a number may be. */
const fitting = (unit: string): readonly QuantityId[] =>
  quantityIds.filter((id) => {
    const { unit: base, isEstimate } = getQuantity(id)
    return !isEstimate && (unit === '' || Object.hasOwn(acceptedUnits[base], unit))
  })
const unitsOf = (quantity: QuantityId): readonly string[] => Object.keys(acceptedUnits[getQuantity(quantity).unit])

/** The unit in which meters say this, where they state none. */
const usualUnitOf = (quantity: QuantityId, guess: NumberUse | null): string => {
  const { unit } = getQuantity(quantity)
  if (guess && unitsOf(quantity).includes(guess.unit)) return guess.unit
  return unit === 'Wh' ? 'kWh' : unit
}

function NumberRow({ number }: Readonly<{ number: NamedNumber }>) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { run } = useAction()
  const { device, name, label, unit, value, state, guess, use, seenAtMs } = number
  const title = label || name
  const decide = (next: NumberUse | 'ignored' | null) =>
    run('decide', async () => {
      await decideNumber(plantId, number.id, next)
      await changed()
    })
  const choose = (chosen: string): void => {
    if (isQuantityId(chosen))
      void decide({ quantity: chosen, unit: unit || usualUnitOf(chosen, guess), isTurned: false })
    else void decide(chosen === 'ignored' ? 'ignored' : null)
  }
  return (
    <fieldset className={styles.numberRow}>
      <legend className={styles.numberName}>
        <b>{title}</b>
        <small className="muted">{label === '' ? device : `${device} · ${name}`}</small>
        <small>
          {`${format.number(value)} ${unit}`.trim()} · <Age atMs={seenAtMs} />
        </small>
      </legend>
      <div className={styles.numberFields}>
        <Combobox
          label={text('line-series.quantity')}
          value={state === 'assigned' && use ? use.quantity : state}
          options={[
            {
              value: 'open',
              label: guess
                ? text('connection.numbers.guessed', { quantity: nameOf(guess.quantity) })
                : text('connection.numbers.open'),
            },
            { value: 'ignored', label: text('line-series.ignore') },
            ...fitting(unit).map((id) => ({ value: id, label: nameOf(id) })),
          ]}
          onChange={choose}
        />
        {state === 'assigned' && use && (
          <>
            <SelectField
              label={text('line-series.unit')}
              value={use.unit}
              onChange={(next) => void decide({ ...use, unit: next })}
              options={unitsOf(use.quantity).map((item) => ({ value: item, label: item }))}
            />
            <SelectField
              label={text('line-series.sign')}
              value={use.isTurned ? 'turned' : 'sent'}
              onChange={(next) => void decide({ ...use, isTurned: next === 'turned' })}
              options={(['sent', 'turned'] as const).map((item) => ({
                value: item,
                label: text(`line-series.sign.${item}`),
              }))}
            />
          </>
        )}
      </div>
      <output className={styles.numberStored}>
        <StoredAs number={number} />
      </output>
    </fieldset>
  )
}

/** The newest value as it is stored, in the reader's unit: a wrong unit or sign is seen at once. */
function StoredAs({ number: { state, guess, use, value } }: Readonly<{ number: NamedNumber }>) {
  const { text } = useText()
  const format = useFormat()
  const meaning = state === 'ignored' ? null : (use ?? guess)
  if (meaning === null) return text('connection.numbers.dropped')
  const quantity = getQuantity(meaning.quantity)
  const base = toBaseUnit(value, meaning.unit, quantity.unit)
  if (base === undefined) return text('connection.numbers.dropped')
  return text('connection.numbers.stored', {
    value: format.quantity(quantity, meaning.isTurned ? -base : base).text,
  })
}
