/**
 * The reader of blurred bars over single labels drawn at random: how many it reads, and how many wrongly.
 *
 *   npm run prove blurred-bars [-- --labels 1000 --minutes 10 --seed 1]
 */
import { parseArgs } from 'node:util'
import { findBars } from '@heliograph/domain/photo-grid/blurred-bars/find-bars.ts'
import { readBlurredBars } from '@heliograph/domain/photo-grid/blurred-bars/read-blurred-bars.ts'
import { preparePicture } from '@heliograph/server/insight/layout-photos/layout-photo.reader.ts'
import { drawFrom, drawLabels, photograph } from '@heliograph/server/insight/layout-photos/testing/render-photo.ts'

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const draw = drawFrom(Number(values.seed) * 7_919)
for (let i = 0; i < 10; i += 1) draw()
const between = (least: number, most: number): number => least + (most - least) * draw()
const endMs = performance.now() + Number(values.minutes) * 60_000

/** Blur in parts of a narrow bar: beyond 1.2 hardly anything is left to read. */
const bands = [0.4, 0.6, 0.8, 1, 1.2, Number.POSITIVE_INFINITY] as const
const counts = new Map<string, { all: number; read: number; wrong: number }>()
let all = 0

while (all < Number(values.labels) && performance.now() < endMs) {
  const format = draw() < 0.5 ? 'Code39' : 'Code128'
  const length = Math.floor(between(8, 17))
  const letters = draw() < 0.5
  const seed = 1 + Math.floor(draw() * 1e6) * 9 + (length - 8)
  const { image, serials } = await drawLabels({ rows: 1, columns: 1, format, seed, letters })
  const serial = serials[0]?.[0] ?? ''
  const modulePx = between(1.3, 3.2)
  const given = {
    ...{ degrees: between(0, 360), perspective: between(0, 0.08), blur: between(0.5, 3), noise: between(2, 20) },
    ...{ shadow: between(0, 0.6), quality: Math.round(between(50, 95)), contrast: between(0.4, 1) },
  }
  // Modules of a Code 39 with its two stars, of a Code 128 with about a symbol for each letter or two digits.
  const units =
    format === 'Code39' ? (serial.length + 2) * 16 : ((letters ? serial.length : serial.length / 2) + 3) * 11
  const widthMm = format === 'Code39' ? 36 : 30
  // The sheet of 60 by 42 mm lies turned in the picture.
  const turn = (given.degrees * Math.PI) / 180
  const spanMm = Math.max(
    60 * Math.abs(Math.cos(turn)) + 42 * Math.abs(Math.sin(turn)),
    60 * Math.abs(Math.sin(turn)) + 42 * Math.abs(Math.cos(turn)),
  )
  const side = Math.round((modulePx * units * spanMm * 1.06) / widthMm)
  const gray = await preparePicture(await photograph(image, given, seed, side))
  const memory = { searches: 0 }
  const texts = findBars(gray).flatMap((block) => readBlurredBars(gray, block, memory)?.text ?? [])
  const isWrong = texts.some((text) => text !== serial)
  const band = bands.find((most) => given.blur / modulePx < most) ?? Number.POSITIVE_INFINITY
  const key = `${format} below ${band}`
  const count = counts.get(key) ?? { all: 0, read: 0, wrong: 0 }
  all += 1
  counts.set(key, {
    all: count.all + 1,
    read: count.read + (texts.length > 0 ? 1 : 0),
    wrong: count.wrong + (isWrong ? 1 : 0),
  })
  if (isWrong)
    console.log(
      `wrong: ${serial} (${format}) was read as ${texts.join(', ')}: ${JSON.stringify({ modulePx, ...given })}`,
    )
  if (all % 50 === 0) console.log(`${all} labels, ${sum('read')} read, ${sum('wrong')} wrong`)
}
console.log('\n| kind, blur in parts of a narrow bar | labels | read | wrong |\n|---|---|---|---|')
for (const [key, count] of [...counts].sort()) console.log(`| ${key} | ${count.all} | ${count.read} | ${count.wrong} |`)
console.log(`| all | ${all} | ${sum('read')} | ${sum('wrong')} |`)

function sum(what: 'read' | 'wrong'): number {
  return [...counts.values()].reduce((total, count) => total + count[what], 0)
}
