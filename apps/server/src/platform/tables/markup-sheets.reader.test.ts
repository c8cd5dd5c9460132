import { expect, it } from 'vitest'
import { readFileSheets } from './file-sheets.reader.ts'

const read = async (text: string) =>
  (await readFileSheets(new TextEncoder().encode(text))).map(({ rows, lines }) => ({ rows, lines }))

it('reads the table of a page that a portal calls a workbook', async () => {
  const page = `<html xmlns:x="urn:x"><head><meta charset=utf-8><style>td { color: red }</style></head><body>
    <table border=1><tr><th colspan=2>Report &amp; more</th></tr>
    <tr><td>Date<td>Yield&nbsp;(kWh)</tr><tr><td>2026-06-01</td><td><b>12</b>.5</td></tr><tr><td></td></tr></table></body>`
  expect(await read(page)).toEqual([
    {
      rows: [
        ['Report & more', ''],
        ['Date', 'Yield (kWh)'],
        ['2026-06-01', '12.5'],
      ],
      lines: [1, 2, 3],
    },
  ])
})

it('reads the XML of Excel 2003 with its gaps', async () => {
  const book = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
    xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table>
    <Row><Cell><Data ss:Type="String">Date</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">kWh</Data></Cell></Row>
    <Row><Cell><Data ss:Type="DateTime">2026-06-01T00:00:00.000</Data></Cell><Cell ss:Index="3"><Data
    ss:Type="Number">4.5</Data></Cell></Row></Table></Worksheet></Workbook>`
  expect(await read(book)).toEqual([
    {
      rows: [
        ['Date', '', 'kWh'],
        ['2026-06-01T00:00:00.000', '', '4.5'],
      ],
      lines: [1, 2],
    },
  ])
})

it.each([
  ['tables without an end inside of tables', '<table><tr><td>'.repeat(10_000), 'noTable'],
  ['a page without a table', '<html><body><p>Please sign in. table</p></body></html>', 'noTable'],
  ['cells that span too much', `<table>${'<tr><td colspan=99>a</td></tr>'.repeat(60_000)}</table>`, 'tooManyRows'],
])('refuses %s', async (_, text, reason) => {
  await expect(read(text)).rejects.toThrow(expect.objectContaining({ detail: { reason } }))
})

it('expands no entity that a file defines', async () => {
  const bomb = `<!DOCTYPE t [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]><table><tr><td>&b;</td><td>1</td></tr></table>`
  expect(await read(bomb)).toEqual([{ rows: [['&b;', '1']], lines: [1] }])
})
