import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import styles from './calendar.module.css'

const A_SHEET = 12

type Props = Readonly<{
  unit: 'month' | 'year'
  date: string
  today: string
  earliest: string | undefined
  onPick: (date: string) => void
}>

/** The months of a year, or twelve years, of which one is chosen. */
export function UnitSheet({ unit, date, today, earliest, onPick }: Props) {
  const { text } = useText()
  const format = useFormat()
  const [year, setYear] = useState(Number(date.slice(0, 4)))
  const isMonths = unit === 'month'
  const first = isMonths ? year : year - (year % A_SHEET)
  const keys = Array.from({ length: A_SHEET }, (_, at) =>
    isMonths ? `${year}-${String(at + 1).padStart(2, '0')}` : String(first + at),
  )
  const by = isMonths ? 1 : A_SHEET
  const isOpen = (key: string): boolean =>
    key <= today.slice(0, key.length) && (!earliest || key >= earliest.slice(0, key.length))
  const chosen = date.slice(0, isMonths ? 7 : 4)
  const hasBefore = isOpen(String(first - 1))
  const hasAfter = isOpen(String(first + by))
  const name = isMonths ? String(year) : `${keys[0]} – ${keys.at(-1)}`
  return (
    <>
      <div className={styles.calendarHead}>
        <Button
          size="s"
          kind="quiet"
          icon="chevronLeft"
          label={text('chart.calendar.back')}
          disabled={!hasBefore}
          onClick={() => setYear(year - by)}
        />
        <b aria-live="polite">{name}</b>
        <Button
          size="s"
          kind="quiet"
          icon="chevronRight"
          label={text('chart.calendar.on')}
          disabled={!hasAfter}
          onClick={() => setYear(year + by)}
        />
      </div>
      <ListBox
        key={first}
        aria-label={name}
        autoFocus
        layout="grid"
        className={cx(styles.calendarUnits)}
        selectionMode="single"
        selectedKeys={[chosen]}
        disabledKeys={keys.filter((key) => !isOpen(key))}
        // A press on what is chosen takes it again.
        onSelectionChange={(picked) => {
          const [key] = picked === 'all' ? [] : [...picked]
          onPick(`${key ?? chosen}${isMonths ? '-01' : '-01-01'}`)
        }}
      >
        {keys.map((key) => (
          <ListBoxItem
            key={key}
            id={key}
            textValue={isMonths ? format.month(key) : key}
            className={cx(styles.calendarCell, key === today.slice(0, key.length) && styles.calendarNow)}
          >
            {isMonths ? format.monthName(key) : key}
          </ListBoxItem>
        ))}
      </ListBox>
    </>
  )
}
