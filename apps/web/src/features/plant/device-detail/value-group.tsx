import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import { isQuietCode, useCodeWord } from '../../../plant/use-code-word.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { type NamedGroup, type NamedValue, stateWord } from './device-values.ts'
import type { Selection } from './use-selection.ts'
import type { StarredValues } from './use-starred-values.ts'
import styles from './values-card.module.css'

/** A group with up to this many rows stays in one column. */
const MOST_WHOLE = 12

type GroupProps = Readonly<{
  group: NamedGroup
  zone: string
  raw: boolean
  selection: Selection
  starred: StarredValues
}>

export function ValueGroup({ group, zone, raw, selection, starred }: GroupProps) {
  const { text } = useText()
  return (
    <section className={cx(styles.valueGroup, group.values.length <= MOST_WHOLE && styles.valueGroupWhole)}>
      <h3>{text(`quantityGroup.${group.tag}`)}</h3>
      <dl>
        {group.values.map((field) => (
          <div key={field.key} className={raw ? cx(styles.valueRow, styles.valueRowRaw) : styles.valueRow}>
            <dt>
              <StarSwitch field={field} starred={starred} />
              <ChartSwitch field={field} selection={selection} />
              {raw && field.key !== field.name && <code>{field.key}</code>}
            </dt>
            <dd>
              {raw ? <RawValue field={field} /> : <PlainValue field={field} />}
              {field.old && field.atMs !== null && <OldMark atMs={field.atMs} zone={zone} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function StarSwitch({ field, starred }: Readonly<{ field: NamedValue; starred: StarredValues }>) {
  const { text } = useText()
  const isOn = starred.ids.includes(field.quantity)
  return (
    <button
      type="button"
      className={cx(styles.valueRowStar, isOn && styles.valueRowStarOn)}
      aria-pressed={isOn}
      aria-label={text('device-place.star', { name: field.name })}
      title={text('device-place.star', { name: field.name })}
      onClick={() => starred.toggle(field.quantity)}
    >
      <svg
        width={16}
        height={16}
        viewBox="0 0 24 24"
        fill={isOn ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7l5.6-.7z" />
      </svg>
    </button>
  )
}

/** A name that links to the chart above, if the quantity can be charted. */
function ChartSwitch({ field, selection }: Readonly<{ field: NamedValue; selection: Selection }>) {
  const { text } = useText()
  const { name } = field
  const quantity = selection.quantities.find(({ id }) => id === field.quantity)
  if (!quantity) return <span>{name}</span>
  const on = selection.ids.includes(field.quantity)
  const hurdle = selection.hurdle(quantity)
  return (
    <button
      type="button"
      className={styles.valueRowChart}
      aria-pressed={on}
      disabled={hurdle !== undefined}
      title={text(
        hurdle ? `device-detail.history.hurdle.${hurdle}` : on ? 'device-detail.unchart' : 'device-detail.chart',
      )}
      onClick={() => selection.toggle(field.quantity)}
    >
      {name}
      <Icon name="chart" size={15} />
    </button>
  )
}

function PlainValue({ field }: Readonly<{ field: NamedValue }>) {
  const format = useFormat()
  const wordOf = useCodeWord()
  const { quantity, raw, unit } = field
  const state = stateWord(field)
  if (raw !== null && unit === 'code')
    return (
      <>
        {wordOf({ quantity, raw, state })}
        {(state !== undefined || isQuietCode(quantity, raw)) && <span className="faint"> {raw}</span>}
      </>
    )
  if (raw === null || !isQuantityId(quantity)) return field.text
  const written = format.quantity(getQuantity(quantity), raw)
  return (
    <>
      {written.value}
      {written.unit && <small>{written.unit}</small>}
    </>
  )
}

const bare: readonly string[] = ['code', 'count', 'ratio']

/** The stored number, in its base unit, with a decimal point. */
const RawValue = ({ field: { raw, text, unit } }: Readonly<{ field: NamedValue }>) => (
  <>
    {raw === null ? text : String(raw)}
    {unit && raw !== null && !bare.includes(unit) && <small>{unit}</small>}
  </>
)

function OldMark({ atMs, zone }: Readonly<{ atMs: number; zone: string }>) {
  const { text } = useText()
  const format = useFormat()
  const time = format.moment(atMs, zone)
  return (
    <span className={styles.valueRowOld} title={text('device-detail.values.old')}>
      <Icon name="clock" size={14} />
      {time}
    </span>
  )
}
