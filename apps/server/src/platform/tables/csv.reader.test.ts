import { expect, it } from 'vitest'
import { readCsv } from './csv.reader.ts'
import { importLimits } from './import-table.ts'

const read = (text: string) => readCsv(Buffer.from(text))

it('keeps separators and lines within quotes, and cuts blanks and endless cells', () => {
  expect(read('a;"b;\nc";" d ""e"""\n\n1;2;3')).toEqual([
    ['a', 'b;\nc', 'd "e"'],
    ['1', '2', '3'],
  ])
  expect(read(`a,b\n${'x'.repeat(5_000)},1`)[1]).toEqual(['x'.repeat(importLimits.cellLength), '1'])
})

it.each([
  ['quotes without an end', 'a,b\n"1,2\n3,4\n', 'noCsv'],
  ['nothing but separators', `a,b\n${','.repeat(importLimits.cells)}`, 'tooManyRows'],
  ['too many rows', 'a,b\n'.repeat(importLimits.rows + 2), 'tooManyRows'],
])('refuses %s', (_, text, reason) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ detail: { reason } }))
})
