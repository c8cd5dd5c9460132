import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openFile } from '../testing/open-file.ts'

/** Files as makers write them whose format nobody described, with the energies that they hold. */
const folder = new URL('../fixtures/other-makers/', import.meta.url)
const totals: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(
  readFileSync(new URL('totals.json', folder), 'utf8'),
)

it.each(readdirSync(folder).filter((name) => name !== 'totals.json'))('%s is read without a question', async (name) => {
  const { format, mapping, kwh } = await openFile(readFileSync(new URL(name, folder)))
  expect([format, mapping.questions, kwh]).toEqual([undefined, [], totals[name]])
})

it('words among the values are named with their line', async () => {
  const { result } = await openFile(readFileSync(new URL('words-among-values.csv', folder)))
  expect(result.unread).toEqual([{ file: 0, reason: 'notNumber', count: 1, line: 5 }])
})

const two = (n: number): string => String(n).padStart(2, '0')
const hours = Array.from({ length: 24 }, (_, n) => `${n < 10 ? '0' : ''}${n}:00`)
const row = (n: number, ...cells: readonly unknown[]): string => [`2026-06-01 ${hours[n]}`, ...cells].join(',')

it.each([
  [
    'a night without values under the heading',
    ['time,PV (kW)', ...hours.map((_, n) => row(n, n > 15 && n < 20 ? 1.5 : ''))],
    { generation: 6 },
  ],
  [
    'money that is called charges, and gas',
    [
      'Bill Date,Electric Charges,Electric Usage (kWh),Gas Usage (Therms)',
      ...['01/24/2026', '02/23/2026', '03/26/2026'].map((date, n) => `${date},${40 + n},${300 + 10 * n},${12 - n}`),
    ],
    { load: 930 },
  ],
  [
    'readings of a meter that counts both ways',
    [
      'Datum;StandNormaal;StandDal;TerugleveringNormaal;TerugleveringDal',
      ...Array.from(
        { length: 12 },
        (_, n) =>
          `2026-06-${String(n + 1).padStart(2, '0')};${874 + 5 * n};${824 + 3 * n};${1608 + 12 * n};${722 + 6 * n}`,
      ),
    ],
    { import: 88, export: 198 },
  ],
  [
    'a counter that stood still beside one that ran',
    ['time,Import kWh,Export kWh', ...hours.map((_, n) => row(n, (6199.5 + 0.02 * n).toFixed(3), '0.015'))],
    { import: 0.46, export: 0 },
  ],
  [
    'what a utility delivers beside what never went back',
    ['datum_tijd,levering,teruglevering', ...hours.map((_, n) => row(n, 0.25 + (n % 3) / 10, 0))],
    { import: 8.4 },
  ],
])('reads %s', async (_, lines, expected) => {
  const { mapping, kwh } = await openFile(lines.join('\n'))
  expect([mapping.questions, kwh]).toEqual([[], expected])
})

it('two registers of the same times are not added up unasked', async () => {
  const table = (sign: number) => ['Period,Usage (kWh)', ...hours.map((_, n) => row(n, sign * (0.4 + (n % 4) / 10)))]
  const { mapping } = await openFile([...table(1), '', ...table(-1)].join('\n'))
  expect(mapping.questions).toMatchObject([{ kind: 'several', choices: ['all', '1 1', '1 2'] }])
})

it('a value of nothing in particular leaves its flow open', async () => {
  const { mapping } = await openFile(
    ['time,Value (kWh)', ...hours.map((_, n) => row(n, 0.3 + (n % 5) / 10))].join('\n'),
  )
  expect(mapping.questions).toMatchObject([{ kind: 'flow', column: 1 }])
})

it('a wrong value among many changes no unit', async () => {
  const days = Array.from({ length: 300 }, (_, n) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10))
  const lines = days.map((day, n) => `${day};${n === 40 ? 1415.25 : 5 + (n % 7)};${8 + (n % 5)}`)
  const { mapping } = await openFile(['Vanaf;Verbruik laag tarief;Verbruik hoog tarief', ...lines].join('\n'))
  expect([mapping.questions, mapping.columns.map(({ unit }) => unit)]).toEqual([[], ['kWh', 'kWh']])
})

it('a counter of the day read in no fixed rhythm has the unit of its rise', async () => {
  let at = Date.parse('2026-06-01T05:00:00Z')
  const lines = Array.from({ length: 150 }, (_, n) => {
    at += n % 4 === 0 ? 11_000 : (280 + ((n * 7) % 41)) * 1_000
    return `${new Date(at).toISOString()},${(n * 0.2).toFixed(1)}`
  })
  const { mapping, kwh } = await openFile(['time,today.solar', ...lines].join('\n'))
  expect([mapping.questions, mapping.columns[0]?.unit, kwh]).toEqual([[], 'kWh', { generation: 29.8 }])
})

it('what a car was charged with is not taken for what the plant made', async () => {
  const lines = [1, 3, 4, 8, 9, 12, 15].map((d) => `${two(d)}.06.2026 17:10;${two(d)}.06.2026 21:30;${12 + d},5`)
  const { mapping } = await openFile(['Start;Ende;Energie [kWh]', ...lines].join('\n'))
  expect(mapping.questions).toMatchObject([{ kind: 'flow', column: 2 }])
})

it.each([0, 60_000])('sums of powers without a unit are W at a plant of %i Wp', async (capacityWp) => {
  const name = 'storage-of-channels.csv'
  const { mapping, kwh } = await openFile(readFileSync(new URL(name, folder)), { plant: { capacityWp } })
  expect([mapping.questions, kwh]).toEqual([[], totals[name]])
})

it('seconds since an inverter was started are no dates', async () => {
  const log = [
    'Wechselrichter Nr:\t255',
    'akt. Zeit:\t  495381409',
    'Logdaten U[V], I[mA], P[W], E[kWh], Zeit[sec]',
    'Zeit\tDC1 U\tDC1 P\tAC1 P\ttotal E',
    ...hours.map((_, n) => ` ${482_576_950 + 900 * n}\t616\t588\t570\t${4_800 + n}`),
  ]
  await expect(openFile(log.join('\r\n'))).rejects.toThrow('no table with times')
})
