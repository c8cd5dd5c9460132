import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { alarmsPath } from '../../../address/paths.ts'
import { alarmTrendQuery, type TrendDay } from '../../../api/alarm-trend.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './alarm-trend.module.css'

const BAR = 7
const GAP = 2
const HEIGHT = 40
/** From the ground up, the worst first; they differ in place and not in color alone. */
const levels = ['faults', 'warnings', 'tips'] as const
const classOf = { faults: styles.faults, warnings: styles.warnings, tips: styles.tips }

const sumOf = (day: TrendDay): number => levels.reduce((sum, level) => sum + day[level], 0)

/** Alarms that opened on each of the last thirty days, by level; it leads to them. */
export function AlarmTrend() {
  const { text } = useText()
  const format = useFormat()
  const { data: days = [] } = useQuery(alarmTrendQuery)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const most = Math.max(1, ...days.map(sumOf))
  const width = days.length * (BAR + GAP) - GAP
  const wordsOf = ({ day, faults, warnings, tips }: TrendDay): string =>
    `${format.dayAndMonth(day)}: ${text('fleet.trend.day', { faults, warnings, tips })}`
  const busy = days.filter((day) => sumOf(day) > 0)
  const none = text('fleet.trend.day', { faults: 0, warnings: 0, tips: 0 })
  const span = `${format.dayAndMonth(first.day)} – ${format.dayAndMonth(last.day)}`
  const label = busy.length === 0 ? `${span}: ${none}` : busy.map(wordsOf).join('; ')
  return (
    <Link className={styles.trend} to={alarmsPath({ state: 'history', from: first.day, to: last.day })}>
      <span className={styles.head}>
        <span>{text('fleet.trend')}</span>
        <b>{format.count(days.reduce((sum, day) => sum + sumOf(day), 0))}</b>
      </span>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map((day, at) => (
          <DayBar key={day.day} day={day} x={at * (BAR + GAP)} scale={HEIGHT / most} words={wordsOf(day)} />
        ))}
      </svg>
      <span className={styles.ends} aria-hidden="true">
        <span>{format.dayAndMonth(first.day)}</span>
        <span>{format.dayAndMonth(last.day)}</span>
      </span>
    </Link>
  )
}

function DayBar({ day, x, scale, words }: Readonly<{ day: TrendDay; x: number; scale: number; words: string }>) {
  let top = HEIGHT
  const parts = levels.map((level) => {
    const height = day[level] * scale
    top -= height
    return <rect key={level} className={classOf[level]} x={x} y={top} width={BAR} height={height} />
  })
  return (
    <g data-day={day.day}>
      <title>{words}</title>
      <rect className={styles.ground} x={x} y={0} width={BAR} height={HEIGHT} />
      {parts}
    </g>
  )
}
