import { isBar, type LineSeries } from '../../../../charts/line-data.ts'
import { SeriesPicker } from '../../../../charts/series-picker.tsx'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import styles from './history-card.module.css'

type Props = Readonly<{
  series: readonly LineSeries[]
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
  /** The text of the button that opens the list of what can be shown. */
  choose: string
  listOpen: boolean
  onList: (open: boolean) => void
}>

/** The series of the chart as buttons that hide them, and the button that opens the list. */
export function HistoryLegend({ series, hidden, onToggle, choose, listOpen, onList }: Props) {
  const { text } = useText()
  return (
    <div className={styles.historyLegend}>
      <SeriesPicker
        label={text('device-detail.history.legend')}
        onToggle={onToggle}
        items={series.map((item) => ({
          id: item.id,
          name: item.name,
          color: item.color,
          look: isBar(item) ? 'block' : (item.stroke ?? 'solid'),
          on: !hidden.has(item.id),
          empty: item.points.every(({ value }) => value === null),
        }))}
      />
      <Button
        size="s"
        icon="list"
        className={styles.historyChoose}
        aria-expanded={listOpen}
        onClick={() => onList(!listOpen)}
      >
        {listOpen ? text('device-detail.history.close') : choose}
      </Button>
    </div>
  )
}
