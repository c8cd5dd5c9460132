/**
 * An agent reads devices and delivers to a server over a link that is cut at random; it and the server are killed again and
 * again. The short form (4 kills) runs in `npm test`.
 *   npm run prove edge [-- --kills 100 --devices 10 --seed 1]
 * Ends with a table and exit code 1 when a reading is lost or doubled.
 */
import { parseArgs } from 'node:util'
import { killAgents } from '@heliograph/server/intake/agents/testing/kill-agents.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    devices: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const [kills, devices, seed] = [Number(values.kills), Number(values.devices), Number(values.seed)]
if (![kills, devices, seed].every((value) => Number.isInteger(value) && value >= 1)) {
  console.error('npm run prove edge [-- --kills 100 --devices 10 --seed 1]')
  process.exit(2)
}
const beganMs = performance.now()
const figures = await killAgents({
  kills,
  devices,
  seed,
  note: (kill) => {
    if (kill % 10 === 0) console.log(`${kill} kills after ${Math.round((performance.now() - beganMs) / 1000)} s`)
  },
})
console.table([figures])
process.exit(figures.lost + figures.doubled + figures.wrongEnergy > 0 ? 1 : 0)
