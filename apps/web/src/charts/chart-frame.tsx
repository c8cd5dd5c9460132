import { type ReactNode, Suspense, useId, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import cardStyles from '../ui/card.module.css'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { firstPart } from '../ui/lazy-part.ts'
import { Menu } from '../ui/menu.tsx'
import { Skeleton } from '../ui/states.tsx'
import { showToast } from '../ui/toast-store.ts'
import styles from './chart-frame.module.css'
import type { PictureLegend } from './chart-picture.ts'
import type { TableData } from './table-data.ts'
import { useChartTheme } from './theme.ts'

// Few readers of a chart want its table or its files: they are loaded on the first press.
const ChartTable = firstPart(() => import('./chart-table.tsx'), 'ChartTable')
const loadFiles = () => import('./chart-files.ts')

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
  /** The form of a file of more days than the chart shows. */
  more?: string | false
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
  more,
  foot,
  children,
}: Props) {
  const { text } = useText()
  const theme = useChartTheme()
  const id = useId()
  const [asTable, setAsTable] = useState(false)

  const savePicture = async (): Promise<void> => {
    const drawn = canvas()
    const { savePicture } = await loadFiles()
    const saved = drawn && (await savePicture(drawn, { title: name, note: note ?? '', legend, theme, fileName }))
    if (!saved) showToast(text('chart.noPicture'), 'warn')
  }
  const saveTable = async (): Promise<void> => {
    const { saveTable } = await loadFiles()
    saveTable(table(), fileName)
  }

  return (
    <section
      className={cardStyles.card}
      data-part="card chart-frame"
      data-shows={asTable ? 'table' : 'chart'}
      aria-labelledby={id}
    >
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
                  onPick: () => void saveTable(),
                },
                !asTable && { id: 'png', content: text('chart.png'), onPick: () => void savePicture() },
              ],
              [typeof more === 'string' && { id: 'more', content: text('chart.moreDays'), to: more }],
            ]}
          />
        </div>
      </div>
      {picker && <div className={styles.chartFramePicker}>{picker}</div>}
      {asTable ? (
        <Suspense fallback={<Skeleton height={280} />}>
          <ChartTable label={name} data={table()} />
        </Suspense>
      ) : (
        children
      )}
      {foot && <div className={styles.chartFrameFoot}>{foot}</div>}
    </section>
  )
}
