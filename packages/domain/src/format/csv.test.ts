import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { type CsvCell, toCsvCell, toCsvLine } from './csv.ts'

test.each<[CsvCell, string]>([
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [0, '0'],
  [-5.25, '-5.25'],
  [57.419999999999995, '57.42'],
  [1e21, '1e+21'],
  [12_345_678.9012, '12345678.9012'],
  [true, 'true'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("https://example.org","x")', `"'=HYPERLINK(""https://example.org"",""x"")"`],
  ['+49 30 901820', "'+49 30 901820"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['a=1', 'a=1'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
])('%j is written as %j', (cell, text) => {
  expect(toCsvCell(cell)).toBe(text)
})

test.each<[CsvCell, string]>([
  [-5.25, '-5,25'],
  [38.219877000000004, '38,219877'],
  [1e21, '1e+21'],
  ['1.5', '1.5'],
  ['a;b', '"a;b"'],
  ['a,b', 'a,b'],
])('%j is written as %j with semicolons and decimal commas', (cell, text) => {
  expect(toCsvCell(cell, { separator: ';', decimalMark: ',' })).toBe(text)
})

it('a decimal comma between commas is quoted', () => {
  expect(toCsvLine([1.5, 2], { separator: ',', decimalMark: ',' })).toBe('"1,5",2\r\n')
})

it('reads back what was written and contains no spreadsheet formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'=+-@,"\r\n\ta1') }), { minLength: 1 }), (cells) => {
      const read = parse(toCsvLine(cells))
      expect(read.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(cells)
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

/** Parses one line as RFC 4180 defines it. */
function parse(line: string): string[] {
  const cells: string[] = []
  for (let rest = line; ; ) {
    const [whole = '', quoted, bare] = /^(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/.exec(rest) ?? []
    cells.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
    rest = rest.slice(whole.length)
    if (rest === '\r\n') return cells
    expect(rest[0]).toBe(',')
    rest = rest.slice(1)
  }
}
