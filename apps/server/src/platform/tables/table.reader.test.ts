import { expect, it } from 'vitest'
import { readSheets } from './table.reader.ts'

const linesOf = async (text: string) =>
  (await readSheets(new TextEncoder().encode(text), { isWanted: () => true, mostLines: 100 }))[0]?.lines
const table = [
  ['Row', 'Column', 'Serial number'],
  ['1', '2', '0042'],
]

it.each([
  ['semicolons', 'Row;Column;Serial number\n1;2;0042\n'],
  ['pipes', 'Row|Column|Serial number\r\n1|2|0042\r\n'],
  ['tabs', 'Row\tColumn\tSerial number\n1\t2\t0042'],
  ['digits that are told to be no number', 'Row;Column;Serial number\n="1";2;="0042"\n'],
  ['the same, quoted once more', 'Row,Column,Serial number\n1,2,"=""0042"""\n'],
])('reads a table with %s', async (_, text) => {
  expect(await linesOf(text)).toEqual(table)
})

it('is not misled by a title, nor by commas of decimals', async () => {
  expect(await linesOf('Lindenhof, south roof\nRow;Column;Serial number\n1;2;0042\n')).toEqual([
    ['Lindenhof, south roof'],
    ...table,
  ])
  expect(await linesOf('time;power\n2026-01-01 00:00;1,5\n')).toEqual([
    ['time', 'power'],
    ['2026-01-01 00:00', '1,5'],
  ])
})
