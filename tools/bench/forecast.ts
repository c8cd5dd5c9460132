// Forecasts of measured plants under the weather that came, beside persistence and the bare model: the table of
// docs/forecast-accuracy.md. npm run bench forecast -- --data <folder of the measured files>
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backTest } from '@heliograph/server/insight/forecast/testing/back-test.ts'
import { measuredPlants } from '@heliograph/server/insight/forecast/testing/measured-plants.ts'

const { data } = parseArgs({ options: { data: { type: 'string', default: '/work/shared/pv/measured' } } }).values
const read = (file: string): string => readFileSync(join(data, file), 'utf8')
const percent = (share: number | null): string =>
  share === null || Number.isNaN(share) ? '--' : (share * 100).toFixed(1)

/** Fewer judged days say nothing. */
const FEWEST_JUDGED = 14

console.log(
  '| plant | light from | days ahead | days | calibrated | uncalibrated | persistence | bias | hours | hours uncalibrated |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|')
let worse = 0
for (const [name, plantOf] of Object.entries(measuredPlants)) {
  const plant = plantOf(read)
  for (const horizon of [0, 1, 2, 3, 5, 7]) {
    const found = backTest(plant, horizon, 3)
    if (found.days < 2) continue
    const { days, calibrated, modelled, persistence, bias, hours, hoursModelled } = found
    const isBetter =
      (calibrated ?? 1) < (modelled ?? 0) && (calibrated ?? 1) < (persistence ?? 0) && hours < hoursModelled
    if (!isBetter && days >= FEWEST_JUDGED) worse++
    const mark = isBetter ? '' : days < FEWEST_JUDGED ? ' (too few days)' : ' (not better)'
    const cells = [calibrated, modelled, persistence, bias, hours, hoursModelled].map(percent)
    console.log(`| ${[name, plant.light, horizon, `${days}${mark}`, ...cells].join(' | ')} |`)
  }
}
console.log(`\n${worse} rows with at least ${FEWEST_JUDGED} days are not better than both`)
process.exitCode = worse === 0 ? 0 : 1
