import { useId } from 'react'
import type { Replay } from '../../../api/what-if.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import {
  batteryWays,
  type ChangeDraft,
  type DraftField,
  isMissing,
  numberOf,
  USUAL_KWH,
  usualKw,
} from './change-draft.ts'
import styles from './what-if.module.css'

type Change = Partial<ChangeDraft>

/** Battery, panels and prices of the change. */
export function ChangeCard({
  draft,
  replay,
  onChange,
}: Readonly<{ draft: ChangeDraft; replay: Replay; onChange: (change: Change) => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { meter, hasBattery, capacityWp, currency } = replay
  const faultOf = (name: DraftField): string | undefined => {
    if (isMissing(draft, name))
      return text('field.required', { field: text(name === 'kwh' ? 'what-if.capacity' : 'what-if.buy') })
    return numberOf(draft, name) === undefined ? text('what-if.wrong') : undefined
  }
  const field = (name: DraftField) => ({
    value: draft[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: (value: string) => onChange({ [name]: value }),
    error: faultOf(name),
  })
  const ways = batteryWays.filter((way) => hasBattery || way === 'keep' || way === 'added')
  const isSized = draft.way === 'added' || draft.way === 'instead'
  const kwh = numberOf(draft, 'kwh')
  const perKwh = `${currency}/kWh`
  return (
    <Card title={text('what-if.change')} className={styles.change}>
      <div className={styles.part}>
        <h3>{text('what-if.battery')}</h3>
        {meter === 'grid' ? (
          <>
            <Segmented
              label={text('what-if.battery')}
              value={draft.way}
              options={ways.map((value) => ({ value, label: text(`what-if.battery.${value}`) }))}
              onChange={(way) => onChange({ way, kwh: draft.kwh || USUAL_KWH })}
            />
            {isSized && (
              <>
                <Slider
                  label={text('what-if.capacity')}
                  unit="kWh"
                  field={field('kwh')}
                  now={kwh ?? 0}
                  most={sliderEnd(capacityWp / 1000, 20)}
                />
                <TextField
                  {...field('kw')}
                  label={text('what-if.power')}
                  unit="kW"
                  optional
                  placeholder={typeof kwh === 'number' ? format.number(usualKw(kwh), 1) : ''}
                />
              </>
            )}
          </>
        ) : (
          <p className={styles.note}>{text(meter === 'none' ? 'what-if.noMeter' : 'what-if.feedsAll')}</p>
        )}
      </div>
      <div className={styles.part}>
        <h3>{text('what-if.panels')}</h3>
        {capacityWp > 0 ? (
          <Slider
            label={text('what-if.panels')}
            unit="kWp"
            field={field('kwp')}
            now={numberOf(draft, 'kwp') ?? 0}
            most={sliderEnd(capacityWp / 1000, 10)}
          />
        ) : (
          <p className={styles.note}>{text('what-if.noCapacity')}</p>
        )}
      </div>
      <div className={styles.part}>
        <h3>{text('what-if.prices')}</h3>
        <Segmented
          label={text('what-if.prices')}
          value={draft.priced}
          options={[
            { value: '', label: text('what-if.prices.keep') },
            { value: '1', label: text('what-if.prices.other') },
          ]}
          onChange={(priced) => onChange({ priced })}
        />
        {draft.priced === '1' && (
          <div className={styles.fields}>
            <TextField {...field('buy')} label={text('what-if.buy')} unit={perKwh} />
            <TextField {...field('night')} label={text('what-if.night')} unit={perKwh} optional />
            <TextField {...field('sell')} label={text('what-if.sell')} unit={perKwh} optional />
            <TextField {...field('daily')} label={text('what-if.daily')} unit={currency} optional />
          </div>
        )}
      </div>
      <div className={styles.part}>
        <TextField
          {...field('price')}
          label={text('what-if.price')}
          hint={text('what-if.price.hint')}
          unit={currency}
          optional
        />
      </div>
    </Card>
  )
}

/** Twice the plant's size in whole fives, at least `least`. */
const sliderEnd = (size: number, least: number): number => Math.max(least, Math.ceil((size * 2) / 5) * 5)
const STEPS = 100

type FieldProps = Omit<Parameters<typeof TextField>[0], 'label' | 'unit' | 'optional'>

/** A size to drag, and the same to type. */
function Slider({
  label,
  unit,
  field,
  now,
  most,
}: Readonly<{ label: string; unit: string; field: FieldProps; now: number; most: number }>) {
  const id = useId()
  const step = most / STEPS
  return (
    <div className={styles.slider}>
      <input
        id={id}
        type="range"
        aria-label={label}
        aria-valuetext={`${now} ${unit}`}
        min={0}
        max={most}
        step={step}
        value={Math.min(now, most)}
        onChange={(event) => field.onChange(String(Math.round(Number(event.target.value) * 10) / 10))}
      />
      <TextField {...field} label={label} unit={unit} />
    </div>
  )
}
