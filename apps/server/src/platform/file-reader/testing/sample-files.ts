import { strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { drawLabels, photograph } from '../../../insight/layout-photos/testing/render-photo.ts'
import { cell, row, writeWorkbook } from '../../../intake/imports/testing/write-workbook.ts'
import { type Draw, mutateFile } from './mutate-file.ts'

/** Honest files of one kind, and how they are broken. */
export type SampleKind = Readonly<{
  name: string
  /** Who reads them, as file-reader-child.ts names it. */
  kind: string
  ask: (bytes: Uint8Array) => Readonly<Record<string, unknown>>
  files: readonly Uint8Array[]
  mutate: (bytes: Uint8Array, draw: Draw) => Uint8Array
}>

const mapping = {
  sheet: 0,
  headLine: 1,
  timeColumn: 0,
  clockColumn: null,
  endColumn: null,
  offsetColumn: null,
  nameColumn: null,
  timeFormat: 'iso',
  zone: 'Europe/Berlin',
  stamp: 'start',
  questions: [],
  columns: [
    { column: 1, name: null, flow: 'generation', form: 'power', unit: 'W', signs: 'positive', decimalMark: '.' },
  ],
}
const rule = { ratedW: 8_000, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1_000 }
const facts = {
  zone: 'Europe/Berlin',
  capacityWp: 8_000,
  nowMs: Date.parse('2026-11-28T12:00:00Z'),
  rules: { generation: rule, load: rule, import: rule, export: rule, charge: rule, discharge: rule },
  site: {
    latitudeDeg: 48,
    longitudeDeg: 11,
    altitudeM: 500,
    capacityWp: 8_000,
    azimuthDeg: 180,
    tiltDeg: 30,
    planes: [],
  },
}
const askImport = () => ({
  mappings: [mapping],
  choice: { overlap: 'fill', between: null },
  facts,
  known: { days: new Map([['2026-06-01', new Set(['generation'])]]) },
  withSamples: true,
})
const askSketch = (bytes: Uint8Array) => ({ bytes, facts })
const askPicture = (bytes: Uint8Array) => ({
  bytes,
  takes: ['jpeg', 'png', 'webp', 'svg'],
  density: 300,
  forms: [{ as: 'webp', fit: 'inside', width: 480, height: 480 }],
})
/** Most of it is remarks: what breaks there leaves the prices readable. */
const pricesCsv = ['time;price;remark', '2025-10-26 01:00;-8,5;', '2025-10-26 02:00;12;', '2025-10-26 02:00;13;']
  .map((line, at) => (at === 0 ? line : `${line}${'hour '.repeat(200)}`))
  .join('\n')
const askPrices = (bytes: Uint8Array) => ({ bytes, unit: 'perMwh', zone: 'Europe/Berlin' })
const askLayout = (bytes: Uint8Array) => ({ bytes })

/** The parts of a workbook are broken and packed again: a broken packing is soon refused. */
function mutateWorkbook(bytes: Uint8Array, draw: Draw): Uint8Array {
  if (draw(5) === 0) return mutateFile(bytes, draw)
  const parts = unzipSync(bytes)
  const names = Object.keys(parts)
  const name = names[draw(names.length)] ?? ''
  return zipSync({ ...parts, [name]: mutateFile(parts[name] ?? new Uint8Array(), draw) })
}

const hours = Array.from({ length: 24 }, (_, n) => `2026-05-01 ${String(n).padStart(2, '0')}:00`)
const csv = [
  `time,power W\n${hours.map((hour, n) => `${hour},${n * 10}`).join('\n')}\n`,
  `\ufeffZeit;Ertrag (kWh)\r\n${hours.map((hour) => `"${hour}";"1,5"`).join('\r\n')}\r\n`,
]
const workbook = writeWorkbook({
  formats: ['yyyy-mm-dd hh:mm'],
  texts: ['time', 'power W'],
  sheets: [
    {
      name: 'Power',
      xml: hours.reduce(
        (all, _, n) => all + row(n + 2, cell(`A${n + 2}`, 46_143 + n / 24, 1) + cell(`B${n + 2}`, n * 10)),
        row(1, '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>'),
      ),
    },
    { name: 'Hidden', state: 'hidden', xml: row(1, cell('A1', 'x')) },
  ],
})
/** One of each way in which a table is written. */
const sketched = [
  ...csv.map((text) => strToU8(text)),
  strToU8(
    '{"name":"A","values":[{"date":"2026-06-01 00:00:00","value":1.5},{"date":"2026-06-02 00:00:00","value":2.5}]}',
  ),
  strToU8('100,NEM12,202606010000,A,B\n200,N1,E1,1,E1,N,01,kWh,30,\n300,20260601,1,2,3,4,5,6,7,8,A\n900\n'),
  strToU8(
    'Date;00:00;06:00;12:00;18:00;01:00;02:00;03:00;04:00;05:00;07:00;08:00;09:00\n1.6.2026;1;2;3;4;5;6;7;8;9;1;2;3\n',
  ),
  strToU8('Zeit;Gerät;Ertrag (kWh)\n01.06.2026 00:00;A;1,5\n01.06.2026 00:00;B;2,5\n'),
]
const serial = (n: number): string => `A22${String(10_000_000 + n)}`
const layoutCsv = `Row;Column;Serial number\n${Array.from({ length: 12 }, (_, n) => `${1 + (n >> 2)};${1 + (n % 4)};${serial(n)}`).join('\n')}\n`
const layoutBook = writeWorkbook({
  sheets: [
    {
      name: 'Roof',
      xml: ['A', 'B', 'C']
        .map((_, n) => row(n + 1, ['A', 'B'].map((at, c) => cell(`${at}${n + 1}`, serial(n * 2 + c))).join('')))
        .join(''),
    },
  ],
})
const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20"><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><pattern id="p" width="4" height="4"><rect width="2" height="2"/></pattern></defs><style>.a{fill:url(#p)}</style><g id="s"><rect class="a" width="20" height="10" fill="url(#g)" filter="url(#f)"/><path d="M0 0L10 10A5 5 0 0 1 3 3Z"/></g><use xlink:href="#s" x="20"/><text x="1" y="9">Sun</text></svg>`

export async function drawSampleKinds(): Promise<readonly SampleKind[]> {
  const noise = Buffer.from(Array.from({ length: 48 * 32 * 3 }, (_, n) => (n * 37) % 251))
  const picture = () => sharp(noise, { raw: { width: 48, height: 32, channels: 3 } }).withMetadata({ orientation: 6 })
  const pictures = {
    png: [await picture().png().toBuffer(), await picture().png({ palette: true }).toBuffer()],
    jpeg: [await picture().jpeg().toBuffer(), await picture().jpeg({ progressive: true }).toBuffer()],
    webp: [await picture().webp().toBuffer(), await picture().webp({ lossless: true }).toBuffer()],
    gif: [await picture().gif().toBuffer()],
  }
  const sheet = await drawLabels({ rows: 2, columns: 2, format: 'Code128', seed: 5 })
  const labels = await photograph(sheet.image, { quality: 80 }, 5, 1_000)
  return [
    { name: 'csv', kind: 'import', ask: askImport, files: csv.map((text) => strToU8(text)), mutate: mutateFile },
    { name: 'sketch', kind: 'sketch of an import', ask: askSketch, files: sketched, mutate: mutateFile },
    { name: 'xlsx', kind: 'import', ask: askImport, files: [workbook], mutate: mutateWorkbook },
    { name: 'layout csv', kind: 'layout', ask: askLayout, files: [strToU8(layoutCsv)], mutate: mutateFile },
    { name: 'layout xlsx', kind: 'layout', ask: askLayout, files: [layoutBook], mutate: mutateWorkbook },
    { name: 'svg', kind: 'picture', ask: askPicture, files: [strToU8(SVG)], mutate: mutateFile },
    ...Object.entries(pictures).map(([name, files]) => ({
      name,
      kind: 'picture',
      ask: askPicture,
      files,
      mutate: mutateFile,
    })),
    { name: 'photo of labels', kind: 'labels', ask: askLayout, files: [labels], mutate: mutateFile },
    { name: 'prices', kind: 'prices', ask: askPrices, files: [strToU8(pricesCsv)], mutate: mutateFile },
  ]
}
