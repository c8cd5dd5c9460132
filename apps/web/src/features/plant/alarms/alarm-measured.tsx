import type { ShownUnit } from '@heliograph/domain/format/quantity.ts'
import type { AlarmFact } from '../../../api/alarms.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Facts } from '../../../ui/facts.tsx'
import styles from './alarm-drawer.module.css'

/** Measurements at the time of the finding, and the limit that they passed. */
export function AlarmMeasured({ measured }: Readonly<{ measured: readonly AlarmFact[] }>) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const describe = ({ name, value, unit, text: words, quantity }: AlarmFact): string => {
    if (name === 'sensor') return nameOf(quantity)
    if (name === 'end') return format.date(words)
    if (value === null) return words
    return unit === 's' ? format.duration(value * 1000) : format.quantity({ unit: unit as ShownUnit }, value).text
  }
  return (
    <section>
      <h3>{text('alarm-page.measured')}</h3>
      <Facts
        className={styles.facts}
        facts={measured.map((item) => [
          item.name === 'value' ? nameOf(item.quantity) : text(`alarm-page.measured.${item.name}`),
          describe(item),
        ])}
      />
    </section>
  )
}
