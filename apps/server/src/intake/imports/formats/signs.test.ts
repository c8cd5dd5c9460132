import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openFile } from '../testing/open-file.ts'

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/makers/${name}`, import.meta.url), 'utf8')
const hours = Array.from({ length: 48 }, (_, n) => n)
const clockOf = (n: number): string => `2026-06-0${1 + Math.floor(n / 24)} ${String(n % 24).padStart(2, '0')}:00:00`
/** W of panels, house and battery (charged above zero); the grid takes the rest. */
const house = hours.map((n) => {
  const hour = n % 24
  const [pv, load] = [hour > 6 && hour < 19 ? 3_000 : 0, 500 + 50 * (hour % 3)]
  const charge = hour > 6 && hour < 12 ? 1_500 : hour > 18 && hour < 23 ? -400 : 0
  return { time: clockOf(n), pv, load, charge, bought: load - pv + charge }
})
const flip = (text: string): string => (text.startsWith('-') ? text.slice(1) : text === '0' ? text : `-${text}`)

describe('the signs of a column that goes both ways', () => {
  it("are asked where the file's balance speaks against its maker's", async () => {
    const turned = fixture('tesla-power.csv')
      .split('\n')
      .map((line, n) => {
        const cells = line.split(',')
        return n === 0 ? line : cells.map((cell, i) => (i === 2 || i === 3 ? flip(cell) : cell)).join()
      })
      .join('\n')
    const { format, mapping } = await openFile(turned)
    expect([format?.id, mapping.questions]).toMatchObject([
      'tesla-power',
      [
        { kind: 'signs', column: 2, choices: ['discharge', 'charge'] },
        { kind: 'signs', column: 3, choices: ['import', 'export'] },
      ],
    ])
  })

  it('of a battery in VRM are charge above zero, by the list of registers', async () => {
    const file = [
      `timestamp${',System overview [0]'.repeat(4)}`,
      'Europe/Berlin (+02:00),PV - DC-coupled,Grid L1,AC Consumption L1,Battery Power',
      ',W,W,W,W',
      ...house.map(({ time, pv, load, charge, bought }) => [time, pv, bought, load, charge].join()),
    ].join('\n')
    const { format, mapping, kwh } = await openFile(file)
    expect([format?.id, mapping.questions]).toEqual(['vrm-log', []])
    expect(kwh).toMatchObject({ charge: 15, discharge: 3.2 })
  })

  it.each([
    ['bought and discharged above zero', 1, -1],
    ['sold and charged above zero', -1, 1],
    ['bought and charged above zero', 1, 1],
    ['sold and discharged above zero', -1, -1],
  ])('that no document describes are read off the balance: %s', async (_, grid, battery) => {
    const file = [
      'Time,PV(W),SOC(%),Battery(W),Grid (W),Load(W)',
      ...house.map(({ time, pv, load, charge, bought }) =>
        [time, pv, 50, battery * charge, grid * bought, load].join(),
      ),
    ].join('\n')
    const { format, mapping, kwh } = await openFile(file)
    expect([format?.id, mapping.questions]).toEqual(['sems-plant-power', []])
    const bought = house.reduce((sum, one) => sum + Math.max(0, one.bought), 0) / 1000
    const sold = house.reduce((sum, one) => sum + Math.max(0, -one.bought), 0) / 1000
    expect(kwh).toMatchObject({ charge: 15, discharge: 3.2, import: bought, export: sold })
  })

  it('of a battery alone are asked where the sun does not tell', async () => {
    const file = [
      'Time,PV(W),SOC(%),Battery(W),Grid(W),Load(W)',
      ...hours.map((n) => `${clockOf(n)},,50,${n % 2 ? 300 : -300},,`),
    ]
    const { mapping } = await openFile(file.join('\n'))
    expect(mapping.questions).toMatchObject([{ kind: 'signs', column: 3 }])
  })
})

describe('a meter for anything', () => {
  it('is asked about where it hardly counts what comes in', async () => {
    const rows = house.map(({ time }, n) => `${time.slice(0, 16)},${(1.6 + n / 1e4).toFixed(3)},${9000 + n}.000`)
    const { format, mapping } = await openFile(['time,Import kWh,Export kWh', ...rows].join('\n'))
    expect([format?.id, mapping.questions]).toMatchObject(['homewizard-kwh', [{ kind: 'flow', column: 2 }]])
  })
})

describe('meters that only have a number', () => {
  it('are not added up unasked', async () => {
    const [head = '', ...lines] = fixture('solar-log-csv.csv').trim().split('\n')
    const twice = (line: string): string => `${line};${line.split(';').slice(2).join(';')}`
    const { format, mapping } = await openFile([head, ...lines].map(twice).join('\n'))
    expect(format?.id).toBe('solar-log-csv')
    expect(mapping.questions).toMatchObject([{ kind: 'several', choices: ['all', '4', '14'] }])
  })
  it('of a script count as its maker lays them out', async () => {
    const minutes = [
      '07.05.26 15:15:00|904;372;346;376;16656;403;406;404|495;532;9234;321;55',
      '07.05.26 15:10:00|1000;403;376;408;16581;397;406;400|544;582;9192;321;52',
    ]
    const { format, mapping, table } = await openFile(minutes.map((one) => `m[mi++]="${one}"`).join('\r\n'))
    expect([format?.id, table.rows]).toEqual([
      'solar-log-minutes',
      [
        ['07.05.26 15:15:00', '904', '16656', '495', '9234'],
        ['07.05.26 15:10:00', '1000', '16581', '544', '9192'],
      ],
    ])
    expect(mapping.questions).toMatchObject([{ kind: 'several' }])
  })
})
