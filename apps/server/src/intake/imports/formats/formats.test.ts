import { readdirSync, readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readFileSheets } from '../../../platform/tables/file-sheets.reader.ts'
import { openFile } from '../testing/open-file.ts'
import { findTables } from '../understand/find-tables.ts'
import { matchFormats } from './find-format.ts'
import { formats } from './formats.ts'

const folder = new URL('../fixtures/makers/', import.meta.url)
const totals: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(
  readFileSync(new URL('totals.json', folder), 'utf8'),
)
const files = readdirSync(folder).filter((name) => name !== 'totals.json')
const fileOf = (id: string): Buffer => {
  const name = files.find((one) => one.startsWith(`${id}.`))
  if (name === undefined) throw new Error(`no test file for ${id}`)
  return readFileSync(new URL(name, folder))
}
const ids = formats.map(({ id }) => id)

describe('a file of a maker', () => {
  it('each format has its own name, its own file and its right totals', () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(files.map((name) => name.replace(/\.\w+$/, '')).sort()).toEqual([...ids].sort())
    expect(Object.keys(totals).sort()).toEqual([...ids].sort())
  })

  it.each(ids)('%s is known as itself and as no other', async (id) => {
    const sheets = await readFileSheets(fileOf(id))
    const found = findTables(sheets).flatMap((table) => matchFormats(table, sheets).map((format) => format.id))
    expect(found).toEqual([id])
  })

  it.each(ids)('%s is read to its right totals without a question', async (id) => {
    const { format, mapping, kwh, result } = await openFile(fileOf(id))
    expect([format?.id, mapping.questions, kwh]).toEqual([id, [], totals[id]])
    expect(Object.values(result.refusedWh).every((wh) => wh === 0)).toBe(true)
  })
})

const text = (id: string): string => new TextDecoder().decode(fileOf(id))

describe('what a format says and a file does not', () => {
  it('a file with other headings is read by its words and values alone', async () => {
    const renamed = text('homewizard-p1').replace(/Import (T\d)/g, 'Purchase $1')
    const { format, mapping, kwh } = await openFile(renamed)
    expect([format, mapping.questions, kwh]).toEqual([undefined, [], totals['homewizard-p1']])
  })

  it('a counter under a heading of energies is asked about', async () => {
    let wh = 9_000_000
    const file = text('enphase-report').replace(/^(\d\d\/\d\d\/2026 \d\d:00),\d+/gm, (_, time) => {
      wh += 1_000
      return `${time},${wh}`
    })
    const { format, mapping } = await openFile(file)
    expect(format?.id).toBe('enphase-report')
    expect(mapping.questions).toMatchObject([{ kind: 'form', column: 1 }])
    expect(mapping.columns.find(({ column }) => column === 1)?.form).toBe('total')
  })

  it('energies of hours under a heading of a counter are asked about', async () => {
    let row = 0
    const file = text('growatt-inverter').replace(/,(\d+\.\d+)$/gm, () => `,${[0.2, 0.9, 0.4][row++ % 3]}`)
    const { format, mapping } = await openFile(file)
    expect(format?.id).toBe('growatt-inverter')
    expect(mapping.questions).toMatchObject([{ kind: 'form', column: 7 }])
  })

  it('energies of hours under a heading of the day are asked about', async () => {
    let row = 0
    const file = text('solax-plant').replace(/(:00),\d+\.\d+/g, (_, time) => `${time},${[0.2, 0.9, 0.4][row++ % 3]}`)
    const { format, mapping } = await openFile(file)
    expect(format?.id).toBe('solax-plant')
    expect(mapping.questions).toMatchObject([{ kind: 'form', column: 2 }])
  })

  it('days that only fit the other order are read in it', async () => {
    const file = text('enphase-report').replace(/^06\/0(\d)\/2026/gm, '1$1/06/2026')
    const { format, mapping, result } = await openFile(file, { plant: { nowMs: Date.parse('2026-06-30T12:00:00Z') } })
    expect([format?.id, mapping.timeFormat, mapping.questions]).toEqual(['enphase-report', 'dmy', []])
    expect([...result.days.keys()]).toEqual(['2026-06-11', '2026-06-12'])
  })

  it('the unit that a file states for all of its values counts', async () => {
    const file = text('solaredge-energy')
      .replace('"unit": "Wh"', '"unit": "kWh"')
      .replace(/"value": (\d+(?:\.\d+)?)/g, (_, wh) => `"value": ${Number(wh) / 1000}`)
    const { format, mapping, kwh } = await openFile(file)
    expect([format?.id, mapping.questions, kwh]).toEqual(['solaredge-energy', [], totals['solaredge-energy']])
  })

  it('two registers of one direction are not added up unasked', async () => {
    const { format, mapping } = await openFile(text('green-button').replace('Direction>19<', 'Direction>1<'))
    expect(format).toBeUndefined()
    expect(mapping.questions.map(({ kind }) => kind)).toEqual(['flow', 'flow'])
  })

  it('sheets of days and of months with one heading are not added up', async () => {
    const hours = text('p1-monitor')
    const months = `${hours.split('\n')[0]}\n2026-04-01 00:00:00,1400,1285.66,0,0,60,30,0,0\n2026-05-01 00:00:00,1440,1285.66,0,0,40,30,0,0\n`
    const archive = zipSync({ 'hours.csv': strToU8(hours), 'months.csv': strToU8(months) })
    const { kwh, tables } = await openFile(archive)
    expect(tables.map(({ rows }) => rows.length)).toEqual([48, 2])
    expect(kwh).toEqual(totals['p1-monitor'])
  })

  it('columns that the format does not name stay out', async () => {
    const { mapping } = await openFile(fileOf('sma-sunny-explorer'))
    expect(mapping.columns.map(({ column, form }) => [column, form])).toEqual([
      [1, 'total'],
      [3, 'total'],
    ])
  })
})
