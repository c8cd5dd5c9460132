import { SLOT_MINUTES, SLOTS_PER_DAY, weekdays } from '@heliograph/domain/tariff/schedule.ts'
import type { Week } from '@heliograph/domain/tariff/week.ts'
import { useFormat } from '../../../../texts/use-format.ts'
import { levelColor } from './level-color.ts'
import styles from './week.module.css'

/** 2024-01-01 was a Monday. */
export const weekdayName = (weekday: number, locale: string, width: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The prices of a week at a glance: seven days, twenty-four hours. The windows beside it say the same in words. */
export function WeekPicture({ week, levels }: Readonly<{ week: Week; levels: number }>) {
  const { locale } = useFormat()
  return (
    <div className={styles.weekPicture} aria-hidden="true" data-part="week-picture">
      {weekdays.map((weekday) => (
        <div key={weekday}>
          <span>{weekdayName(weekday, locale)}</span>
          <i>
            {runsOf(week[weekday - 1] ?? []).map(({ level, from, to }) => (
              <b
                key={from}
                style={{ flexGrow: to - from, background: levelColor(level, levels) }}
                title={`${clockOf(from * SLOT_MINUTES)}–${clockOf(to * SLOT_MINUTES)}`}
              />
            ))}
          </i>
        </div>
      ))}
      <div>
        <span />
        <em>
          {[0, 6, 12, 18, 24].map((hour) => (
            <small key={hour}>{hour}</small>
          ))}
        </em>
      </div>
    </div>
  )
}

/** Stretches of one level, in quarter hours. */
export function runsOf(slots: readonly number[]): readonly Readonly<{ level: number; from: number; to: number }>[] {
  const runs: { level: number; from: number; to: number }[] = []
  for (let slot = 0; slot < SLOTS_PER_DAY; slot++) {
    const level = slots[slot] ?? 0
    const open = runs.at(-1)
    if (open?.level === level) open.to = slot + 1
    else runs.push({ level, from: slot, to: slot + 1 })
  }
  return runs
}
