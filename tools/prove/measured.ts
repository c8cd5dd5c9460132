/**
 * The rules by default over measured plants: faults that their sources name, and false alarms per plant-year.
 *
 *   npm run prove measured [-- --from ../shared/pv/measured]     without: the shortened files of the repository
 */
import { parseArgs } from 'node:util'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { readMeasuredPlants } from '@heliograph/server/alarms/testing/measured-recordings.ts'
import { provePlant } from '@heliograph/server/alarms/testing/prove.ts'

const { values } = parseArgs({ options: { from: { type: 'string' } } })
const iso = (atMs: number | null): string => (atMs === null ? '-' : new Date(atMs).toISOString().slice(0, 16))
let years = 0
let falseAlarms = 0
console.log(
  '| plant | days | faults named by the source: rule, start of the alarm against the label, known after | false alarms |',
)
console.log('|---|---|---|---|')
for (const plant of readMeasuredPlants(values.from)) {
  const { name, years: own, found, others, told } = provePlant(plant)
  years += own
  falseAlarms += others.length
  const faults = found.map(({ label, alarm, delayMs }) =>
    alarm === null || delayMs === null
      ? `${label.text}: **not found** (${label.rule}, ${iso(label.atMs)})`
      : `${label.text}: \`${alarm.rule}\`, ${(delayMs / HOUR_MS).toFixed(1)} h, ${((alarm.foundAtMs - label.atMs) / HOUR_MS).toFixed(1)} h`,
  )
  const notes = [...new Set(told.map(({ rule }) => `(${rule}: told, true)`))]
  const wrong = others.map(
    ({ rule, part, openedAtMs, closedAtMs }) => `${rule}${part} ${iso(openedAtMs)} to ${iso(closedAtMs)}`,
  )
  console.log(
    `| ${name} | ${Math.round(own * 365)} | ${[...faults, ...notes].join('; ') || 'healthy'} | ${wrong.join('; ') || 'none'} |`,
  )
}
console.log(
  `\n${falseAlarms} false alarms in ${years.toFixed(2)} plant-years: ${(falseAlarms / years).toFixed(2)} per plant-year`,
)
