/**
 * Photo recognition over rendered pictures: how many of the serials that are on the sheet are found in their cell, by
 * distortion, kind of code and sheet.
 *
 *   npm run prove layout-photos [-- --seeds 3 --only 'shadow|blur' --kinds 'Code39|QRCode']
 */
import { parseArgs } from 'node:util'
import { splitPages } from '@heliograph/domain/photo-grid/paper-template.ts'
import { readPhoto } from '@heliograph/domain/photo-grid/read-photo.ts'
import { preparePicture } from '@heliograph/server/insight/layout-photos/layout-photo.reader.ts'
import { openDecoder } from '@heliograph/server/insight/layout-photos/open-decoder.reader.ts'
import {
  type Distortion,
  drawLabels,
  drawTemplate,
  type LabelFormat,
  labelFormats,
  photograph,
  type Sheet,
} from '@heliograph/server/insight/layout-photos/testing/render-photo.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2' },
    only: { type: 'string' },
    kinds: { type: 'string', default: '' },
  },
})
const formats = labelFormats.filter((format) => new RegExp(values.kinds).test(format))
const seeds = Number(values.seeds)

/** What a camera does, and what lies on the sheet. */
type Case = Distortion &
  Readonly<{
    covered?: number
    mixed?: boolean
    letters?: boolean
    megapixels?: number
    /** Rows and columns of labels, and how many are missing. */
    sheet?: readonly [number, number, number]
  }>
const distortions: Readonly<Record<string, Case>> = {
  'scanned flat': {},
  'JPEG quality 40': { quality: 40 },
  'perspective 5 %': { perspective: 0.05 },
  'perspective 10 %': { perspective: 0.1 },
  'turned by 15 degrees': { degrees: 15 },
  'turned by 90 degrees': { degrees: 90 },
  'turned by 200 degrees': { degrees: 200 },
  'shadow 50 %': { shadow: 0.5 },
  'shadow 75 %': { shadow: 0.75 },
  'blur 1 px': { blur: 1 },
  'blur 2 px': { blur: 2 },
  'noise 12': { noise: 12 },
  'by hand: 6 %, 8 degrees, shadow 40 %, blur 0.8, noise 6': {
    perspective: 0.06,
    degrees: 8,
    shadow: 0.4,
    blur: 0.8,
    noise: 6,
    quality: 75,
  },
  'in a hurry: 10 %, 25 degrees, shadow 60 %, blur 1.3, noise 9': {
    perspective: 0.1,
    degrees: 25,
    shadow: 0.6,
    blur: 1.3,
    noise: 9,
    quality: 60,
  },
  'a lamp mirrored, half as bright as white': { glare: 0.5 },
  'a lamp mirrored, 80 %': { glare: 0.8 },
  'bulging sheet 3 %': { curl: 0.03 },
  'bulging sheet 8 %': { curl: 0.08 },
  'contrast 40 %': { contrast: 0.4 },
  'contrast 20 %, noise 4': { contrast: 0.2, noise: 4 },
  'a corner of every fifth label covered': { covered: 0.2 },
  'labels of four kinds by turns': { mixed: true, perspective: 0.04 },
  'held upright, told by EXIF': { exifTurns: 1, perspective: 0.04 },
  'upside down by EXIF, 12 degrees': { exifTurns: 2, degrees: 12 },
  '48 megapixels, 4 %': { megapixels: 48, perspective: 0.04 },
  '2 megapixels': { megapixels: 2 },
  'perspective 20 %': { perspective: 0.2 },
  'motion 3 px, JPEG quality 50': { motion: 3, quality: 50 },
  'on a cloth with a pattern': { cloth: true, perspective: 0.05, degrees: 6 },
  'letters and digits, by hand': {
    letters: true,
    perspective: 0.06,
    degrees: 8,
    shadow: 0.4,
    blur: 0.8,
    noise: 6,
    quality: 75,
  },
  'letters and digits, upside down, blur 1 px': { letters: true, degrees: 183, blur: 1, noise: 6 },
  'letters and digits, 5 x 4, a third missing, in a hurry': {
    letters: true,
    sheet: [5, 4, 0.33],
    perspective: 0.1,
    degrees: 25,
    shadow: 0.6,
    blur: 1.3,
    noise: 9,
  },
  'a single label, blur 2 px': { letters: true, sheet: [1, 1, 0], blur: 2, noise: 6 },
  '10 x 6 labels, portrait': { letters: true, sheet: [10, 6, 0.1], perspective: 0.05, blur: 0.8, noise: 5 },
}
const decode = openDecoder()

for (const kind of ['labels', 'template'] as const) {
  console.log(
    `\n${kind === 'labels' ? '8 x 6 labels on paper' : 'a page of the template, 7 x 6'}: found in its cell / all (wrong), seconds per photo\n`,
  )
  console.log(`| distortion | ${formats.join(' | ')} |\n|---|${formats.map(() => '---|').join('')}`)
  for (const [name, distortion] of Object.entries(distortions)) {
    if (values.only !== undefined && !new RegExp(values.only).test(name)) continue
    // Only plain sheets are drawn with covered labels, several kinds, other serials and sizes.
    if (
      kind === 'template' &&
      (distortion.covered !== undefined || distortion.mixed || distortion.sheet || distortion.letters)
    )
      continue
    const row: string[] = []
    for (const format of formats) row.push(await prove(kind, format, distortion))
    console.log(`| ${name} | ${row.join(' | ')} |`)
  }
}

async function prove(kind: 'labels' | 'template', format: LabelFormat, distortion: Case): Promise<string> {
  let found = 0
  let all = 0
  let wrong = 0
  let spentMs = 0
  for (let seed = 1; seed <= seeds; seed += 1) {
    const sheet = await drawSheet(kind, format, seed, distortion)
    const side =
      distortion.megapixels === undefined ? undefined : Math.round(Math.sqrt((distortion.megapixels * 4e6) / 3))
    const gray = await preparePicture(await photograph(sheet.image, distortion, seed, side))
    const startMs = performance.now()
    const grid = await readPhoto(gray, decode)
    spentMs += performance.now() - startMs
    const cells = grid?.cells.filter(({ serial }) => serial !== null) ?? []
    const places = new Map(
      sheet.serials.flatMap((line, row) =>
        line.flatMap((serial, column) => (serial ? [[serial, { row, column }]] : [])),
      ),
    )
    all += places.size
    // A row of labels that was not read at the edge of plain paper moves all others: they are counted by how they lie.
    const moves = cells.map(({ serial, row, column }) => {
      const place = places.get(serial ?? '')
      return place === undefined ? 'unknown' : `${row - place.row}:${column - place.column}`
    })
    const counts = new Map<string, number>()
    for (const move of moves) counts.set(move, (counts.get(move) ?? 0) + 1)
    counts.delete('unknown')
    const most = Math.max(0, ...counts.values())
    found += most
    wrong += cells.length - most
  }
  return `${found} / ${all}${wrong > 0 ? ` (${wrong})` : ''}, ${(spentMs / seeds / 1000).toFixed(1)}`
}

function drawSheet(kind: 'labels' | 'template', format: LabelFormat, seed: number, one: Case): Promise<Sheet> {
  const { covered = 0, mixed = false, letters = false, sheet: [rows, columns, missing] = [8, 6, 0.05] } = one
  const options = { format, seed, missing, covered, mixed, letters }
  const [page] = splitPages(7, 6)
  if (kind === 'labels' || page === undefined) return drawLabels({ ...options, rows, columns })
  return drawTemplate({ ...options, page })
}
