/**
 * Anything a peer can send, drawn, through every codec of collectors in the long form; the short form (10,000 each) runs in
 * `npm test`. No codec may throw, and none may keep what it was given.
 *   npm run prove collect [-- --count 1000000 --seed 1 --codec v5,p1]
 * Ends with a table and exit code 1 on any finding.
 */
import { parseArgs } from 'node:util'
import { codecs, fuzzCodec } from '@heliograph/devices/testing/fuzz-codecs.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    codec: { type: 'string', default: Object.keys(codecs).join(',') },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const names = values.codec.split(',')
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed) || names.some((name) => !(name in codecs))) {
  console.error(`npm run prove collect [-- --count 1000000 --seed 1 --codec ${Object.keys(codecs).join(',')}]`)
  process.exit(2)
}
const rows = names.map((name) => {
  const beganMs = performance.now()
  const { faults, grownMb } = fuzzCodec(name, { count, seed })
  for (const fault of faults) console.error(`  ${name}: ${fault}`)
  return {
    codec: name,
    inputs: count,
    faults: faults.length,
    grownMb,
    seconds: Math.round((performance.now() - beganMs) / 1000),
  }
})
console.table(rows)
process.exit(rows.some(({ faults }) => faults > 0) ? 1 : 0)
