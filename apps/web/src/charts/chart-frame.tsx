import { type ReactNode, useId, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import cardStyles from '../ui/card.module.css'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { showToast } from '../ui/toast-store.ts'
import styles from './chart-frame.module.css'
import { type PictureLegend, toPicture } from './chart-picture.ts'
import { ChartTable } from './chart-table.tsx'
import { saveBlob, saveText } from './save-file.ts'
import { type TableData, toCsv, toFileName } from './table-data.ts'
import { useChartTheme } from './theme.ts'

type Props = Readonly<{
  title: ReactNode
  /** The title in plain words, for the table, the picture and the files. */
  name: string
  /** The picture's subtitle: the plant, the zone. */
  note?: string
  /** Parts of the file's name: plant, period. */
  fileName: readonly string[]
  aside?: ReactNode
  picker?: ReactNode
  legend: PictureLegend
  table: () => TableData
  canvas: () => HTMLCanvasElement | undefined
  foot?: ReactNode
  children: ReactNode
}>

/** A chart on its card with its table and its files: title, tools, picker, then the plot or the table. */
export function ChartFrame({
  title,
  name,
  note,
  fileName,
  aside,
  picker,
  legend,
  table,
  canvas,
  foot,
  children,
}: Props) {
  const { text } = useText()
  const theme = useChartTheme()
  const id = useId()
  const [asTable, setAsTable] = useState(false)

  const savePicture = async (): Promise<void> => {
    const drawn = canvas()
    const picture = drawn && (await toPicture(drawn, name, note ?? '', legend, theme))
    if (picture) saveBlob(picture, toFileName(fileName, 'png'))
    else showToast(text('chart.noPicture'), 'warn')
  }

  return (
    <section className={cardStyles.card} data-part="card chart-frame" aria-labelledby={id}>
      <div className={styles.chartFrameHead}>
        <h2 id={id}>{title}</h2>
        {aside}
        <div className={styles.chartFrameTools}>
          <Button
            size="s"
            kind="quiet"
            icon={asTable ? 'chart' : 'table'}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {text(asTable ? 'chart.asChart' : 'chart.asTable')}
          </Button>
          <Menu
            label={text('chart.download')}
            button={<Icon name="download" size={17} />}
            buttonClass={cx(buttonStyles.buttonQuiet, buttonStyles.buttonS, buttonStyles.buttonIconOnly)}
            groups={[
              [
                {
                  id: 'csv',
                  content: text('chart.csv'),
                  onPick: () => saveText(toCsv(table()), toFileName(fileName, 'csv'), 'text/csv;charset=utf-8'),
                },
                !asTable && { id: 'png', content: text('chart.png'), onPick: () => void savePicture() },
              ],
            ]}
          />
        </div>
      </div>
      {picker && <div className={styles.chartFramePicker}>{picker}</div>}
      {asTable ? <ChartTable label={name} data={table()} /> : children}
      {foot && <div className={styles.chartFrameFoot}>{foot}</div>}
    </section>
  )
}
