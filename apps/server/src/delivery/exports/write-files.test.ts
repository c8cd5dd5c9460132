import { buffer, text } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import type { Column, Page } from './export-columns.ts'
import type { ExportFile } from './export-file.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'
import { writeXlsx } from './write-xlsx.ts'

const columns: readonly Column[] = [
  { id: 'time', name: 'Time', unit: '', kind: 'instant', decimals: 0 },
  { id: 'device', name: 'Device', unit: '', kind: 'text', decimals: 0 },
  { id: 'acPowerW', name: 'Power', unit: 'W', kind: 'number', decimals: 2 },
]
/** Before and after the clocks go back in Berlin, with the same wall clock. */
const firstMs = Date.parse('2026-10-25T00:30:00Z')
const secondMs = Date.parse('2026-10-25T01:30:00Z')

async function* pagesOf(pages: readonly Page['rows'][]): AsyncGenerator<Page> {
  for (const [i, rows] of pages.entries()) yield { rows, share: (i + 1) / pages.length }
}
const fileOf = (pages: readonly Page['rows'][], options: Partial<ExportFile> = {}): ExportFile => ({
  columns,
  pages: pagesOf(pages),
  zone: 'Europe/Berlin',
  style: { separator: ',', decimalMark: '.' },
  about: [['Plant', 'Roof & "Söhne" <1>']],
  words: { utcOffset: 'UTC offset', data: 'Data', about: 'About' },
  ...options,
})
const rows: Page['rows'] = [
  [firstMs, '=HYPERLINK("x")', 0.1 + 0.2],
  [secondMs, 'Inverter, 屋顶', null],
]

it('CSV has a byte order mark, units, the zone, and tells the repeated hour apart', async () => {
  expect(await text(writeCsv(fileOf([rows, []])))).toBe(
    '\ufeffTime (Europe/Berlin),UTC offset,Device,Power (W)\r\n' +
      `2026-10-25 02:30:00,UTC+02:00,"'=HYPERLINK(""x"")",0.3\r\n` +
      '2026-10-25 02:30:00,UTC+01:00,"Inverter, 屋顶",\r\n',
  )
})

it('CSV in UTC with semicolons and decimal commas', async () => {
  const style = { separator: ';', decimalMark: ',' } as const
  expect(await text(writeCsv(fileOf([rows], { zone: 'UTC', style })))).toBe(
    '\ufeffTime (UTC);Device;Power (W)\r\n' +
      `2026-10-25T00:30:00Z;"'=HYPERLINK(""x"")";0,3\r\n` +
      '2026-10-25T01:30:00Z;Inverter, 屋顶;\r\n',
  )
})

it('JSON says its zone and units, and has a row per object', async () => {
  expect(JSON.parse(await text(writeJson(fileOf([rows.slice(0, 1), rows.slice(1)]))))).toEqual({
    about: { Plant: 'Roof & "Söhne" <1>' },
    zone: 'Europe/Berlin',
    columns: [
      { id: 'time', name: 'Time', unit: null },
      { id: 'device', name: 'Device', unit: null },
      { id: 'acPowerW', name: 'Power', unit: 'W' },
    ],
    rows: [
      { time: '2026-10-25T02:30:00+02:00', device: '=HYPERLINK("x")', acPowerW: 0.3 },
      { time: '2026-10-25T02:30:00+01:00', device: 'Inverter, 屋顶', acPowerW: null },
    ],
  })
  expect(JSON.parse(await text(writeJson(fileOf([]))))).toMatchObject({ rows: [] })
})

it('a workbook is read back with its dates, texts and numbers', async () => {
  const bytes = await buffer(writeXlsx(fileOf([rows])))
  expect(await readSheet(bytes, 'Data')).toEqual([
    ['Time (Europe/Berlin)', 'UTC offset', 'Device', 'Power (W)'],
    [new Date('2026-10-25T02:30:00Z'), 'UTC+02:00', '=HYPERLINK("x")', 0.3],
    [new Date('2026-10-25T02:30:00Z'), 'UTC+01:00', 'Inverter, 屋顶', null],
  ])
  expect((await readSheet(bytes, 'About'))[0]).toEqual(['Plant', 'Roof & "Söhne" <1>'])
})

it('a full sheet continues on the next one', async () => {
  const many: Page['rows'] = Array.from({ length: 7 }, (_, n) => [firstMs, `n${n}`, n])
  const bytes = await buffer(writeXlsx(fileOf([many.slice(0, 2), many.slice(2)]), 4))
  const names = async (sheet: string) => (await readSheet(bytes, sheet)).map((cells) => cells[2])
  expect(await names('Data')).toEqual(['Device', 'n0', 'n1', 'n2'])
  expect(await names('Data 2')).toEqual(['Device', 'n3', 'n4', 'n5'])
  expect(await names('Data 3')).toEqual(['Device', 'n6'])
})

it('texts that XML cannot hold are cut out, and no text is a formula', async () => {
  const nasty = 'a\u0000\u0007b\ud800c_x0041_]]>&\ufffe'
  const bytes = await buffer(writeXlsx(fileOf([[[firstMs, nasty, 1]]])))
  expect((await readSheet(bytes, 'Data'))[1]?.[2]).toBe('abc_x0041_]]>&')
  const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
  expect(sheet).not.toContain('<f>')
})

it('a file whose source fails fails with it', async () => {
  const failing = async function* (): AsyncGenerator<Page> {
    yield { rows, share: 0.5 }
    throw new Error('the database is away')
  }
  for (const write of [writeCsv, writeJson, writeXlsx])
    await expect(buffer(write(fileOf([], { pages: failing() })) as AsyncIterable<Buffer>)).rejects.toThrow('away')
})
