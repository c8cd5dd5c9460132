import { isQuantityId } from '@heliograph/domain/quantities.ts'
import type { MeterReading } from '../../../api/device-place.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import styles from './meter-readings.module.css'

const flows = ['generation', 'import', 'export', 'charge', 'discharge', 'generator', 'load', 'grid'] as const

/** Each reading as the meter says it and as it counts. */
export function MeterReadings({ readings }: Readonly<{ readings: readonly MeterReading[] }>) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  if (readings.length === 0) return <p className="muted">{text('device-place.meter.counts.none')}</p>
  const show = (quantity: string, value: number | null): string => {
    if (value === null) return '--'
    return quantity.endsWith('Wh') ? format.energyWh(value).text : format.powerW(value).text
  }
  const wordOf = (as: string | null): string => {
    const flow = flows.find((item) => item === as)
    return text(flow === undefined ? 'device-place.meter.counts.nothing' : `device-place.meter.flow.${flow}`)
  }
  return (
    <section className={styles.meterReadings}>
      <h3>{text('device-place.meter.counts')}</h3>
      <table>
        <ColumnHeads
          labels={(['name', 'said', 'as', 'counted'] as const).map((column) =>
            text(`device-place.meter.counts.column.${column}`),
          )}
        />
        <tbody>
          {readings.map(({ quantity, value, countsAs, countedValue }) => (
            <tr key={quantity}>
              <th scope="row">{isQuantityId(quantity) ? nameOf(quantity) : quantity}</th>
              <td>{show(quantity, value)}</td>
              <td>{wordOf(countsAs)}</td>
              <td>{show(quantity, countedValue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
