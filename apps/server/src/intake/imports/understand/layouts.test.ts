import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { openFile } from '../testing/open-file.ts'

const two = (n: number): string => String(n).padStart(2, '0')
const hours = Array.from({ length: 24 }, (_, n) => n)
const isLight = (hour: number): boolean => hour > 6 && hour < 18
const days = (year: number): string =>
  Array.from({ length: 9 }, (_, n) => `${year}-06-0${n + 1},${10 + ((n * 3) % 7)}`).join('\n')
const stateOf = (id: string, first: number, step: number, second: number) =>
  hours.map((hour) => ({
    entity_id: id,
    state: String(first + step * hour),
    attributes: { unit_of_measurement: 'kWh' },
    last_changed: `2026-06-01T${two(hour)}:00:${two(second)}.123456+00:00`,
  }))

it.each<[string, string | Uint8Array, object]>([
  [
    'states of several entities one after the other',
    JSON.stringify([stateOf('sensor.solar_energy', 100, 0.5, 12), stateOf('sensor.grid_import', 2000, 0.2, 40)]),
    { generation: 11.5, import: 4.6 },
  ],
  [
    'values under the name and the unit of their list',
    JSON.stringify({
      energyDetails: {
        unit: 'Wh',
        meters: ['Production', 'Purchased'].map((type) => ({
          type,
          values: hours.map((hour) => ({
            date: `2026-06-01 ${two(hour)}:00:00`,
            value: isLight(hour) ? 1000 + hour : hour % 3,
          })),
        })),
      },
    }),
    { generation: 11.144, import: 11.144 },
  ],
  [
    'powers of battery and grid without a word on their signs',
    JSON.stringify(
      hours.map((hour) => ({
        timestamp: `2026-06-01T${two(hour)}:00:00+02:00`,
        solar_power: isLight(hour) ? 2000 : 0,
        battery_power: isLight(hour) ? -500 : 300,
        grid_power: isLight(hour) ? -1000 : 200,
      })),
    ),
    { generation: 22, discharge: 3.9, charge: 5.5, import: 2.6, export: 11 },
  ],
  [
    'NEM12 with two registers',
    [
      '100,NEM12,202606010000,A,B\n200,N1,E1B1,1,E1,N,01,kWh,30,',
      `300,20260601,${Array(48).fill(0.5).join(',')},A\n300,20260602,${Array(48).fill(0.25).join(',')},A`,
      `200,N1,E1B1,1,B1,N,01,kWh,30,\n300,20260601,${Array(48).fill(0.1).join(',')},A\n900`,
    ].join('\n'),
    { import: 36, export: 4.8 },
  ],
  [
    'a day a row, a column every quarter hour',
    [
      'Verbrauch kWh',
      `Datum;${Array.from({ length: 96 }, (_, n) => `${two(n >> 2)}:${two(15 * (n % 4))}`).join(';')}`,
      ...[1, 2, 3].map(
        (day) => `0${day}.06.2026;${Array.from({ length: 96 }, (_, n) => `0,${1 + ((n * 7 + day) % 5)}`).join(';')}`,
      ),
    ].join('\n'),
    { load: 86.4 },
  ],
  [
    'a year a row, a column for each month',
    'Production kWh\nYear,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec\n2024,100,200,300,400,500,600,600,500,400,300,200,100\n',
    { generation: 4200 },
  ],
  [
    'a file a year in an archive',
    zipSync({
      '2024.csv': strToU8(`Date,Production (kWh)\n${days(2024)}`),
      '2025.csv': strToU8(`Date,Production (kWh)\n${days(2025)}`),
    }),
    { generation: 228 },
  ],
  [
    'Chinese letters of older programs',
    Buffer.concat([Buffer.from('cab1bce42cc8d5b7a2b5e7c1bf286b5768290a', 'hex'), Buffer.from(days(2026))]),
    { generation: 114 },
  ],
  [
    'umlauts of older programs',
    Buffer.from('Datum;Verbräuche Haus (kWh)\n01.06.2026;5,5\n02.06.2026;4,5\n03.06.2026;5,1\n', 'latin1'),
    { load: 15.1 },
  ],
  [
    'a start and an end of each hour beside the date',
    `TYPE,DATE,START TIME,END TIME,USAGE (kWh),COST\n${hours.map((hour) => `Electric usage,2026-06-01,${two(hour)}:00,${two(hour)}:59,0.${1 + (hour % 5)},$0.1`).join('\n')}`,
    { load: 7 },
  ],
  [
    'a total below, and US dates of one month',
    `Date/Time,Energy Produced (Wh),Exported to Grid (Wh)\n${hours.map((hour) => `01/15/2026 ${two(hour)}:00,${isLight(hour) ? 500 : 0},${isLight(hour) ? 300 : 0}`).join('\n')}\nTotal,99999,99999\n`,
    { generation: 5.5, export: 3.3 },
  ],
  [
    'a counter of the day beside that of the life, and the power',
    `Time,Power(W),Energy Today(kWh),Energy Total(kWh)\n${Array.from({ length: 100 }, (_, n) => `2026-06-01 ${two(6 + Math.floor(n / 10))}:${two((n % 10) * 6)},${1000 + n},${(n / 10).toFixed(1)},${(5000 + n / 10).toFixed(1)}`).join('\n')}`,
    { generation: 9.9 },
  ],
  [
    'the hour that occurs twice in autumn',
    `Time,Energy (kWh)\n${['00:00,0.5', '01:00,0.4', '02:00,0.3', '02:00,0.6', '03:00,0.7', '04:00,0.2'].map((row) => `25.10.2026 ${row}`).join('\n')}`,
    { generation: 2.7 },
  ],
])('reads %s', async (_, content, expected) => {
  const { kwh, mapping } = await openFile(content)
  expect([mapping.questions, kwh]).toEqual([[], expected])
})

it('a column of both signs alone leaves its direction open', async () => {
  const rows = hours.map((hour) => `2026-06-01 ${two(hour)}:00,${isLight(hour) ? -1500 : 200}`)
  const { mapping } = await openFile(`time,Grid (W)\n${rows.join('\n')}`)
  expect(mapping.questions).toMatchObject([{ kind: 'signs', column: 1, choices: ['import', 'export'] }])
})

it('dates that two orders fit leave their order open', async () => {
  const { mapping } = await openFile('Date,Production (kWh)\n01/02/2026,10\n01/03/2026,12\n01/04/2026,9\n')
  expect(mapping.questions).toMatchObject([{ kind: 'timeFormat', choices: ['dmy', 'mdy'] }])
})

it('readings on the same day of each month may be days in a row: a person says', async () => {
  const rows = [1, 2, 3, 4, 5, 6, 7].map((month) => `06/0${month}/2026,${4_000 + month * 300}`)
  const { mapping } = await openFile(`Date,Reading kWh\n${rows.join('\n')}\n`)
  expect(mapping.questions.map(({ kind }) => kind)).toContain('timeFormat')
})
