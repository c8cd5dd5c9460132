import type { ImportPreview } from '../../../api/imports.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './import-page.module.css'

/** The days on which the file and the plant say different things, worst first. */
export function DifferencesPart({
  preview: { differingDays, differences },
}: Readonly<{ preview: Pick<ImportPreview, 'differingDays' | 'differences'> }>) {
  const { text } = useText()
  const format = useFormat()
  if (differingDays === 0) return <p className="muted">{text('imports.differing.none')}</p>
  return (
    <details>
      <summary>{text('imports.differing', { days: differingDays })}</summary>
      <div className={styles.importScroll}>
        <table className={styles.importDays}>
          <thead>
            <tr>
              <th scope="col">{text('imports.day')}</th>
              <th scope="col" />
              <th scope="col">{text('imports.side.file')}</th>
              <th scope="col">{text('imports.side.plant')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ date, flow, fileWh, plantWh }) => (
              <tr key={`${date} ${flow}`}>
                <th scope="row">{format.date(date)}</th>
                <td>{text(`imports.flow.${flow}`)}</td>
                <td>{format.energyWh(fileWh).text}</td>
                <td>{format.energyWh(plantWh).text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
