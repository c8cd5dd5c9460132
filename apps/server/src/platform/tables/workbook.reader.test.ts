import { expect, it } from 'vitest'
import { cell, row, writeWorkbook } from '../../intake/imports/testing/write-workbook.ts'
import { importLimits } from './import-table.ts'
import { readSheets, readTable } from './table.reader.ts'

const one = (xml: string, more: object = {}) => writeWorkbook({ sheets: [{ name: 'A', xml }], ...more })
const heads = row(1, cell('A1', 'time') + cell('B1', 'kWh'))
const refusalOf = (bytes: Uint8Array) =>
  readTable(bytes).then(
    () => 'read',
    ({ detail }) => detail?.reason,
  )

it('reads cells by their place, wherever they stand, and those without one in turn', async () => {
  const far = one(heads + row(9, cell('B9', 2)) + row(1_048_576, cell('A1048576', 'x')))
  expect((await readTable(far)).rows).toEqual([['', '2'], ['x']])
  const bare = one(row('', cell('', 'time') + cell('', 'kWh')) + row('', cell('', 'x') + cell('', 2)))
  expect(await readTable(bare)).toEqual({ heads: ['time', 'kWh'], rows: [['x', '2']] })
})

it('pays nothing for a million formatted rows', async () => {
  const empty = Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 3}" s="1" customFormat="1"/>`).join('')
  const { rows } = await readTable(one(heads + row(2, cell('A2', 'x') + cell('B2', 1)) + empty))
  expect(rows).toEqual([['x', '1']])
})

it('writes dates, times and long numbers as the sheet shows them', async () => {
  const cells = cell('A2', 46_143.25, 1) + cell('B2', 46_143.010416666664, 2) + cell('C2', 46_143, 3)
  const book = one(row(1, cell('A1', 'a') + cell('B1', 'b')) + row(2, cells), {
    formats: ['dd/mm/yyyy', '[$-409]h:mm AM/PM', '0.00" days"'],
  })
  expect((await readTable(book)).rows).toEqual([['2026-05-01T06:00:00', '2026-05-01T00:15:00', '46143']])
  const old = one(heads + row(2, cell('A2', 0.5, 1) + cell('B2', 1)), { formats: ['yyyy-mm-dd'], is1904: true })
  expect((await readTable(old)).rows[0]?.[0]).toBe('1904-01-01T12:00:00')
  const [sheet] = await readSheets(one(row(1, '<c r="A1"><v>12345678901234567</v></c>')), {
    isWanted: () => true,
    mostLines: 9,
  })
  expect(sheet?.lines).toEqual([['1.2345678901234568e+16']])
})

it('reads the chosen sheets alone: what the others hold is not even unpacked', async () => {
  const huge = ' '.repeat(importLimits.unpackedBytes + 1)
  const book = writeWorkbook({
    sheets: [
      { name: 'Hidden', state: 'hidden', xml: huge },
      { name: 'Shown', xml: heads + row(2, cell('A2', 'x') + cell('B2', 1)) },
      { name: 'Example', xml: huge },
    ],
  })
  expect((await readTable(book)).rows).toEqual([['x', '1']])
  const sheets = await readSheets(book, { isWanted: (name) => name !== 'Example', mostLines: 1 })
  expect(sheets).toEqual([{ name: 'Shown', lines: [['time', 'kWh']] }])
})

it.each([
  ['a column beyond the last one', one(row(1, cell('XFE1', 'x'))), 'noWorkbook'],
  ['a row beyond the last one', one(row(1_048_577, cell('', 'x'))), 'noWorkbook'],
  ['a place that is none', one(row(1, cell('1A', 'x'))), 'noWorkbook'],
  ['a text in column 101', one(heads + row(2, cell('CW2', 'x'))), 'tooManyColumns'],
  ['an entity that it defines', one(`<!DOCTYPE x [<!ENTITY e "y">]>${row(1, cell('A1', '&e;'))}`), 'noTable'],
])('refuses %s', async (_, bytes, reason) => {
  expect(await refusalOf(bytes)).toBe(reason)
})
