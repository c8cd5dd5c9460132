import { describe, expect, it } from 'vitest'
import { noMoney } from '../tariff/day-money.ts'
import type { Letter, LetterAlarm, LetterLoss } from './letter.ts'
import { earnedAndSaved, type LetterWords, numberOf, writeLetter } from './write-letter.ts'

const words: LetterWords = {
  energy: (wh) => `${wh / 1000} kWh`,
  power: (w) => `${w} W`,
  hours: (ms) => `${ms / 3_600_000} h`,
  money: (amount, currency) => `${amount} ${currency}`,
  percent: (percent) => `${Math.round(percent)}%`,
  month: (month) => month,
  date: (date) => date,
  dayAndMonth: (date) => date.slice(5),
  loss: ({ kind }) => kind,
}

const plain: Letter = {
  plantName: 'Roof',
  currency: 'EUR',
  month: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  isRunning: false,
  energies: { producedWh: 400_000, usedWh: 150_000, toGridWh: 250_000, purchasedWh: 180_000, fedInWh: 250_000 },
  money: { income: 65, cost: 60, feedIn: 20, withoutPlant: 105, savings: 65 },
  hasPrices: true,
  before: { month: '2025-10', days: 31, ofDays: 31, producedWh: 320_000, money: { ...noMoney, income: 50 } },
  sky: { judgedDays: 20, days: 31, expectedWh: 450_000, producedWh: 400_000, losses: [] },
  alarms: { count: 0, open: 0, worst: [] },
  missing: { production: [], grid: [] },
  meter: 'grid',
}
const loss: LetterLoss = {
  kind: 'soiling',
  energyWh: 30_000,
  money: 2.4,
  days: 12,
  isHeld: false,
  deviceNames: [],
  limitW: null,
  heldMs: null,
}
const alarm: LetterAlarm = {
  name: 'Device silent',
  place: 'Inverter 1',
  from: '2026-10-12',
  to: null,
  lostWh: 12_000,
  money: null,
}

const write = (parts: Partial<Letter> = {}) => writeLetter({ ...plain, ...parts }, words)
const keysOf = (parts: Partial<Letter> = {}) =>
  write(parts).flatMap(({ sentences, items }) =>
    [...sentences, ...items.flatMap((item) => item.sentences)].map(({ key }) => key),
  )
const find = (parts: Partial<Letter>, key: string) =>
  write(parts)
    .flatMap(({ sentences, items }) => [...sentences, ...items.flatMap((item) => item.sentences)])
    .find((sentence) => sentence.key === key)?.values

describe('a letter', () => {
  it('says what came, what it was worth, what is missing and what to do', () => {
    expect(keysOf()).toEqual([
      'letter.made',
      'letter.before.more',
      'letter.use',
      'letter.earned',
      'letter.saved',
      'letter.cost',
      'letter.money.before',
      'letter.sky',
      'letter.lost.noCause',
      'letter.alarms.none',
      'letter.todo.none',
    ])
    expect(find({}, 'letter.before.more')).toEqual({ month: '2025-10', energy: '320 kWh', share: '25%' })
    expect(find({}, 'letter.saved')).toEqual({ amount: '45 EUR' })
    expect(earnedAndSaved(plain)).toEqual({ earned: 20, saved: 45 })
  })

  it.each([
    [320_000, 'letter.before.same'],
    [322_000, 'letter.before.same'],
    [200_000, 'letter.before.less'],
  ])('compares %d Wh with the year before', (producedWh, key) => {
    expect(keysOf({ energies: { ...plain.energies, producedWh } })).toContain(key)
  })

  it('compares nothing with a month that has too few days, or is not over', () => {
    const before = { month: '2025-10', days: 9, ofDays: 31, producedWh: 90_000, money: noMoney }
    expect(keysOf({ before })).toContain('letter.before.few')
    expect(keysOf({ before })).not.toContain('letter.money.before')
    expect(keysOf({ before: null })).toContain('letter.before.none')
    const running = keysOf({ isRunning: true, to: '2026-10-12', before: null })
    expect(running[0]).toBe('letter.made.soFar')
    expect(running.filter((key) => key.includes('before'))).toEqual([])
  })

  it('compares incomes of two years, never an income with savings', () => {
    const income = { income: 40, cost: null, feedIn: 0, withoutPlant: null, savings: 0 }
    const last = { month: '2025-10', days: 31, ofDays: 31, producedWh: 320_000, money: income }
    expect(find({ money: { ...income, income: 44 }, before: last }, 'letter.money.before')).toEqual({
      amount: '44 EUR',
      before: '40 EUR',
      month: '2025-10',
    })
    for (const [now, then] of [
      [null, 40],
      [44, null],
    ] as const) {
      const before = { ...last, money: { ...income, income: then } }
      expect(keysOf({ money: { ...plain.money, income: now }, before })).not.toContain('letter.money.before')
    }
  })

  it('names the days without values, or counts them', () => {
    const named = { production: ['2026-10-03', '2026-10-04'], grid: [] }
    expect(find({ missing: named }, 'letter.gaps.named')).toEqual({ days: 2, dates: '10-03, 10-04' })
    const many = { production: Array.from({ length: 9 }, (_, at) => `2026-10-0${at + 1}`), grid: [] }
    expect(find({ missing: many }, 'letter.gaps')).toEqual({ days: 9 })
    expect(keysOf({ missing: many })).toContain('letter.todo.gaps')
  })

  it('asks for what is unknown instead of showing a zero', () => {
    const blank = { producedWh: null, usedWh: null, toGridWh: null, purchasedWh: null, fedInWh: null }
    expect(
      keysOf({ energies: blank, before: null, sky: null, hasPrices: false, meter: 'none', money: noMoney }),
    ).toEqual([
      'letter.made.unknown',
      'letter.money.noPrices',
      'letter.sky.unknown',
      'letter.alarms.none',
      'letter.todo.prices',
      'letter.todo.meter',
    ])
    expect(keysOf({ energies: blank, before: null, money: noMoney })).not.toContain('letter.money.unknown')
    expect(keysOf({ money: noMoney })).toContain('letter.money.unknown')
    expect(keysOf({ money: { ...noMoney, income: 4 } })).toContain('letter.worth')
    expect(keysOf({ money: { ...noMoney, feedIn: -4, savings: -4 } })).toContain('letter.owed')
  })

  it('says from when a plant has values, and compares such a month with none', () => {
    const first = { from: '2026-10-26', before: null }
    expect(find(first, 'letter.made.since')).toEqual({ from: '10-26', to: '10-31', energy: '400 kWh' })
    expect(keysOf(first).filter((key) => key.startsWith('letter.before') || key === 'letter.made')).toEqual([])
  })

  it('promises no idle month where nothing is known', () => {
    const energies = { producedWh: null, usedWh: null, toGridWh: null, purchasedWh: null, fedInWh: null }
    expect(keysOf({ energies, money: noMoney, sky: null })).not.toContain('letter.todo.none')
    expect(keysOf({})).toContain('letter.todo.none')
  })

  it('says that nothing is missing where more came than expected', () => {
    const sky = { judgedDays: 5, days: 31, expectedWh: 90_000, producedWh: 91_000, losses: [] }
    expect(keysOf({ sky })).toContain('letter.sky.all')
  })

  it('explains each loss, and advises where it is worth the time', () => {
    const sky = { ...plain.sky, judgedDays: 20, days: 31, expectedWh: 450_000, producedWh: 400_000 }
    const dirty = { sky: { ...sky, losses: [loss] } }
    expect(find(dirty, 'letter.cause.money')).toEqual({ cause: 'soiling', energy: '30 kWh', amount: '2.4 EUR' })
    expect(find(dirty, 'performance.why.soiling')).toMatchObject({ who: 'plant', count: 0 })
    expect(keysOf(dirty)).toContain('letter.todo.soiling')
    expect(keysOf({ sky: { ...sky, losses: [{ ...loss, energyWh: 1_000 }] } })).not.toContain('letter.todo.soiling')
    const named = { ...loss, kind: 'part-outage', deviceNames: ['A'], money: null } as const
    expect(find({ sky: { ...sky, losses: [named] } }, 'performance.why.part-outage')).toMatchObject({
      who: 'one',
      name: 'A',
    })
  })

  it('tells open alarms from ended ones, and advises to look at an open one first', () => {
    const worst = [alarm, { ...alarm, to: '2026-10-14' }, { ...alarm, to: '2026-10-12', lostWh: null }]
    const alarms = { count: 3, open: 1, worst }
    const keys = keysOf({ alarms, hasPrices: false })
    expect(keys).toEqual(expect.arrayContaining(['letter.alarm.open', 'letter.alarm.ended', 'letter.alarm.day']))
    expect(keys.filter((key) => key.startsWith('letter.todo'))).toEqual(['letter.todo.alarm', 'letter.todo.prices'])
    expect(keysOf({ alarms: { ...alarms, worst: [{ ...alarm, from: '2026-08-01' }] } })).toContain(
      'letter.alarm.lost.all',
    )
    const after = { ...alarm, from: '2026-10-29', to: '2026-11-03' }
    expect(keysOf({ alarms: { ...alarms, worst: [after] } })).toContain('letter.alarm.lost.all')
    expect(keysOf({ alarms: { ...alarms, worst: [{ ...after, to: '2026-10-30' }] } })).toContain('letter.alarm.lost')
    const older = { ...alarm, from: '2025-12-30', to: '2026-10-02' }
    expect(find({ alarms: { ...alarms, worst: [older] } }, 'letter.alarm.ended')).toMatchObject({
      from: '2025-12-30',
      to: '10-02',
    })
    expect(keysOf({ alarms: null }).filter((key) => key.startsWith('letter.alarm'))).toEqual([])
  })

  it('advises three things at most', () => {
    const losses = (['soiling', 'part-outage', 'shading'] as const).map((kind) => ({ ...loss, kind }))
    const keys = keysOf({
      alarms: { count: 1, open: 1, worst: [alarm] },
      sky: { judgedDays: 20, days: 31, expectedWh: 450_000, producedWh: 400_000, losses },
      hasPrices: false,
      meter: 'none',
    })
    expect(keys.filter((key) => key.startsWith('letter.todo'))).toEqual([
      'letter.todo.alarm',
      'letter.todo.strings',
      'letter.todo.soiling',
    ])
  })
})

describe('the one number', () => {
  it('is the energy that a meter counted, all production where it feeds in, or unknown', () => {
    const figures = [
      { name: 'purchased', energyWh: 180_000 },
      { name: 'fedIn', energyWh: 250_000 },
    ]
    expect(numberOf(plain)).toEqual({ lead: 'letter.number.lead', figures, missingDays: 0 })
    const feeds = { ...plain, meter: 'feedsAll', missing: { production: ['2026-10-03'], grid: [] } } as const
    expect(numberOf(feeds)).toEqual({ lead: 'letter.number.lead', figures: figures.slice(1), missingDays: 1 })
    expect(numberOf({ ...plain, meter: 'none' })).toEqual({ lead: 'letter.number.none', figures: [], missingDays: 0 })
  })

  it('leaves out a direction that nothing measures', () => {
    const namesOf = (energies: Partial<Letter['energies']>) =>
      numberOf({ ...plain, energies: { ...plain.energies, ...energies } }).figures.map(({ name }) => name)
    expect(namesOf({ fedInWh: null })).toEqual(['purchased'])
    expect(namesOf({ purchasedWh: null })).toEqual(['fedIn'])
    expect(namesOf({ purchasedWh: 0 })).toEqual(['purchased', 'fedIn'])
  })

  it('says that a meter is silent in place of figures that nobody knows', () => {
    const silent = { ...plain, energies: { ...plain.energies, purchasedWh: null, fedInWh: null } }
    expect(numberOf(silent)).toEqual({ lead: 'letter.number.unknown', figures: [], missingDays: 0 })
    expect(numberOf({ ...silent, meter: 'feedsAll' }).lead).toBe('letter.number.unknown')
  })
})
