import type { SeasonWeek } from '@heliograph/domain/tariff/week.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import styles from './week.module.css'

const two = (value: number): string => String(value).padStart(2, '0')
const months = Array.from({ length: 12 }, (_, month) => two(month + 1))
/** Of a year without a leap day. */
const daysOf = (month: string): readonly string[] =>
  Array.from({ length: new Date(Date.UTC(2001, Number(month), 0)).getUTCDate() }, (_, day) => two(day + 1))

/** Which season is shown, and the day on which it starts. */
export function SeasonFields({
  seasons,
  shown,
  most,
  onShow,
  onChange,
}: Readonly<{
  seasons: readonly SeasonWeek[]
  shown: number
  most: number
  onShow: (season: number) => void
  onChange: (seasons: readonly SeasonWeek[]) => void
}>) {
  const { text } = useText()
  const format = useFormat()
  const season = seasons[shown]
  if (!season) return null
  const [month = '01', day = '01'] = season.from.split('-')
  const setFrom = (from: string): void => onChange(seasons.map((item, at) => (at === shown ? { ...item, from } : item)))
  // The first free start of a month, in the order in which seasons usually change.
  const free = ['04-01', '10-01', '07-01', ...months.map((item) => `${item}-01`)].find(
    (from) => !seasons.some((item) => item.from === from),
  )
  return (
    <div className={styles.scheduleSeason}>
      {seasons.length > 1 && (
        <>
          <Segmented
            label={text('finance.season')}
            value={String(shown)}
            options={seasons.map(({ from }, at) => ({
              value: String(at),
              label: text('finance.season.from', { date: format.dayAndMonth(`2001-${from}`) }),
            }))}
            onChange={(at) => onShow(Number(at))}
          />
          <SelectField
            label={text('finance.season.month')}
            value={month}
            options={months.map((item) => ({ value: item, label: format.monthName(`2001-${item}`) }))}
            onChange={(item) => setFrom(`${item}-${daysOf(item).includes(day) ? day : '01'}`)}
          />
          <SelectField
            label={text('finance.season.day')}
            value={day}
            options={daysOf(month).map((item) => ({ value: item, label: String(Number(item)) }))}
            onChange={(item) => setFrom(`${month}-${item}`)}
          />
          <Button
            kind="quiet"
            icon="trash"
            label={text('finance.season.remove')}
            onClick={() => {
              onShow(0)
              onChange(seasons.filter((_, at) => at !== shown))
            }}
          />
        </>
      )}
      {seasons.length < most && free !== undefined && (
        <Button
          size="s"
          kind="quiet"
          icon="add"
          onClick={() => {
            onShow(seasons.length)
            onChange([...seasons, { from: free, week: season.week }])
          }}
        >
          {text('finance.season.add')}
        </Button>
      )}
    </div>
  )
}
