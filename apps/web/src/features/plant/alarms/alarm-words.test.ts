import { curveRange } from '@heliograph/domain/alarms/curve-range.ts'
import { describe, expect, it } from 'vitest'
import { snoozeEnd } from './act-dialogs.tsx'
import { SHOWN_WEEKS, toStretches, weeksOf } from './calendar-weeks.ts'

const at = (text: string): number => Date.parse(text)

describe('the occurrence calendar', () => {
  it('has whole weeks from Monday on, the present one last', () => {
    const weeks = weeksOf([{ day: '2026-06-15', openMs: 21_600_000 }], '2026-06-17')
    expect(weeks).toHaveLength(SHOWN_WEEKS)
    expect(weeks.at(-1)?.map(({ day, share, isFuture }) => [day, share, isFuture])).toEqual([
      ['2026-06-15', 0.25, false],
      ['2026-06-16', 0, false],
      ['2026-06-17', 0, false],
      ['2026-06-18', 0, true],
      ['2026-06-19', 0, true],
      ['2026-06-20', 0, true],
      ['2026-06-21', 0, true],
    ])
  })

  it('a day of 25 hours is one whole day', () => {
    const [first] =
      weeksOf([{ day: '2026-10-25', openMs: 90_000_000 }], '2026-10-25')
        .at(-1)
        ?.slice(-1) ?? []
    expect(first?.share).toBe(1)
  })
})

describe('the stretches of a day', () => {
  it('join instants five minutes apart, and end five minutes after the last', () => {
    expect(toStretches([600_000, 0, 300_000, 1_500_000])).toEqual([
      { fromMs: 0, toMs: 900_000 },
      { fromMs: 1_500_000, toMs: 1_800_000 },
    ])
    expect(toStretches([])).toEqual([])
  })
})

describe('the curve of an alarm', () => {
  it('begins six hours before it, ends three after it, and is a week at most', () => {
    const openedAtMs = at('2026-06-10T10:07:00Z')
    const short = curveRange({ openedAtMs, closedAtMs: at('2026-06-10T11:00:00Z') }, at('2026-06-20T00:00:00Z'))
    expect([short.fromMs, short.toMs]).toEqual([at('2026-06-10T04:00:00Z'), at('2026-06-10T14:15:00Z')])
    const long = curveRange({ openedAtMs, closedAtMs: null }, at('2026-08-01T00:00:00Z'))
    expect(long.toMs - long.fromMs).toBe(7 * 86_400_000)
  })
})

describe('a snooze', () => {
  it('until tomorrow ends at eight by the clock of the plant, also when clocks change', () => {
    const nowMs = at('2026-10-24T18:00:00Z')
    expect(new Date(snoozeEnd('morning', nowMs, 'Europe/Berlin')).toISOString()).toBe('2026-10-25T07:00:00.000Z')
    expect(snoozeEnd('week', 0, 'UTC')).toBe(7 * 86_400_000)
  })
})
