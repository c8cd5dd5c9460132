/**
 * Drawn files of history in every layout, order, language, encoding and unit: read back to the Wh, or asked about. One that
 * is misread ends the proof.
 *
 *   npm run prove imports [-- --draws 2000 --from 1]
 */
import { parseArgs } from 'node:util'
import { checkDrawn } from '@heliograph/server/intake/imports/testing/check-drawn.ts'

const { values: flags } = parseArgs({
  options: { draws: { type: 'string', default: '2000' }, from: { type: 'string', default: '1' } },
})
const from = Number(flags.from)
const counts = { read: 0, asked: 0, misread: 0 }
for (let seed = from; seed < from + Number(flags.draws); seed++) {
  const { kind, about } = await checkDrawn(seed)
  counts[kind] += 1
  if (kind === 'misread') console.log(about)
}
console.log(`${flags.draws} drawn files: ${counts.read} read, ${counts.asked} asked about, ${counts.misread} misread`)
if (counts.misread > 0) process.exitCode = 1
