import { getQuantity, isQuantityId, type Quantity } from '@heliograph/domain/quantities.ts'
import { useMemo, useState } from 'react'
import type { DeviceQuantity } from '../../../../api/device-detail.ts'
import { Swatch } from '../../../../charts/swatch.tsx'
import { useQuantityName } from '../../../../plant/use-quantity-name.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import fieldStyles from '../../../../ui/field.module.css'
import { SearchField } from '../../../../ui/search-field.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { placeOf } from '../device-values.ts'
import type { Selection } from '../use-selection.ts'
import { shapeOf } from './history-series.ts'
import { MOST_SERIES } from './history-state.ts'
import styles from './quantity-picker.module.css'
import { looksOf, type SeriesLook } from './series-looks.ts'

type Props = Readonly<{ offered: readonly DeviceQuantity[] | undefined; selection: Selection }>

/** All chartable quantities, by category, with a search. Disabled ones say why. */
export function QuantityPicker({ offered, selection }: Props) {
  const { text } = useText()
  const nameOf = useQuantityName()
  const [keyword, setKeyword] = useState('')
  const groups = useMemo(() => {
    const words = keyword.trim().toLowerCase().split(/\s+/).filter(Boolean)
    const found = (offered ?? [])
      .filter(({ quantity }) => words.every((word) => nameOf(quantity).toLowerCase().includes(word)))
      .toSorted((a, b) => placeOf(a.quantity) - placeOf(b.quantity))
    return [...new Set(found.map(({ tag }) => tag))].map(
      (tag) => [tag, found.filter((item) => item.tag === tag)] as const,
    )
  }, [offered, keyword, nameOf])
  const { ids } = selection
  const looks = looksOf(ids)
  return (
    <section className={styles.quantityPicker} aria-label={text('device-detail.history.choose')}>
      <SearchField label={text('device-detail.values.search')} value={keyword} onChange={setKeyword} />
      <div className={styles.quantityPickerHead}>
        <span>{text('device-detail.history.chosen', { count: ids.length, most: MOST_SERIES })}</span>
        <Button size="s" kind="quiet" onClick={selection.reset}>
          {text('shell.action.reset')}
        </Button>
        <Button size="s" kind="quiet" disabled={ids.length === 0} onClick={selection.clear}>
          {text('device-detail.history.clear')}
        </Button>
      </div>
      <div className={styles.quantityPickerList}>
        {!offered && <Skeleton height={220} />}
        {groups.map(([tag, some]) => (
          <fieldset key={tag}>
            <legend>{text(`quantityGroup.${tag}`)}</legend>
            {some.map(({ quantity: id }) =>
              isQuantityId(id) ? (
                <Choice
                  key={id}
                  quantity={getQuantity(id)}
                  name={nameOf(id)}
                  look={looks[ids.indexOf(id)]}
                  selection={selection}
                />
              ) : null,
            )}
          </fieldset>
        ))}
        {offered && groups.length === 0 && (
          <p className={styles.quantityPickerNone}>{text('device-detail.values.none', { keyword })}</p>
        )}
      </div>
    </section>
  )
}

type ChoiceProps = Readonly<{
  quantity: Quantity
  name: string
  look: SeriesLook | undefined
  selection: Selection
}>

function Choice({ quantity, name, look, selection }: ChoiceProps) {
  const { text } = useText()
  const hurdle = selection.hurdle(quantity)
  const { unit } = quantity
  const shape = shapeOf(quantity, selection.period)
  const isBar = shape === 'bar' || shape === 'range'
  return (
    <label
      className={cx(
        fieldStyles.checkbox,
        styles.quantityPickerChoice,
        hurdle !== undefined && styles.quantityPickerRefused,
      )}
      title={hurdle && text(`device-detail.history.hurdle.${hurdle}`)}
    >
      <input
        type="checkbox"
        checked={look !== undefined}
        disabled={hurdle !== undefined}
        onChange={() => selection.toggle(quantity.id)}
      />
      <span>{name}</span>
      {look && <Swatch color={shape === 'bar' ? look.fill : look.color} look={isBar ? 'block' : look.stroke} />}
      <small>{unit === 'code' || unit === 'count' || unit === 'ratio' ? '' : unit === 'Ohm' ? 'Ω' : unit}</small>
    </label>
  )
}
