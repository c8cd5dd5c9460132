/**
 * The rules by default over measured plants: faults that their sources name, and false alarms per plant-year.
 *
 *   npm run prove measured [-- --from ../shared/pv/measured]     without: the shortened files of the repository
 *   npm run prove measured -- --plant-faults 5 --seed 1          faults put into the healthy plants, five days of each
 */
import { parseArgs } from 'node:util'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { createDice } from '@heliograph/domain/testing/metered-days.ts'
import {
  type MeasuredPlant,
  readMeasuredPlants,
} from '@heliograph/server/insight/alarms/testing/measured-recordings.ts'
import { plantedKinds, proveFault } from '@heliograph/server/insight/alarms/testing/plant-faults.ts'
import { provePlant } from '@heliograph/server/insight/alarms/testing/prove.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    'plant-faults': { type: 'string' },
    fault: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const iso = (atMs: number | null): string => (atMs === null ? '-' : new Date(atMs).toISOString().slice(0, 16))
const plants = readMeasuredPlants(values.from)
if (values['plant-faults'] === undefined) proveLabels(plants)
else provePlanted(plants.filter(({ labels, known }) => labels.length === 0 && known === undefined))

/** Faults at days that the dice choose, in plants that are healthy: what was found, and every miss and false alarm. */
function provePlanted(healthy: readonly MeasuredPlant[]): void {
  const count = Number(values['plant-faults'])
  const seed = Number(values.seed)
  const kinds = plantedKinds.filter((kind) => values.fault === undefined || kind === values.fault)
  const long = healthy.filter(({ recording }) => Date.parse(recording.to) - Date.parse(recording.from) > 60 * DAY_MS)
  const notes: string[] = []
  const [all, found] = [new Map<string, number>(), new Map<string, number>()]
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  for (const [place, plant] of long.entries())
    for (const kind of kinds) {
      const dice = createDice(seed * 100_000 + place * 1_000 + plantedKinds.indexOf(kind))
      const key = `${plant.recording.name} ${kind}`
      for (let number = 0; number < count; number++) {
        const proof = proveFault(plant, kind, dice)
        if (proof === null) break
        add(all, key)
        if (proof.found !== null) add(found, key)
        else notes.push(`${key} from ${proof.day}: not found`)
        for (const { rule, openedAtMs, closedAtMs } of proof.others)
          notes.push(`${key} from ${proof.day}: ${rule} besides, ${iso(openedAtMs)} to ${iso(closedAtMs)}`)
      }
    }
  console.log(`| fault | ${long.map(({ recording }) => recording.name).join(' | ')} |`)
  console.log(`|---|${long.map(() => '---|').join('')}`)
  for (const kind of kinds) {
    const cells = long.map(({ recording: { name } }) => {
      const key = `${name} ${kind}`
      return all.has(key) ? `${found.get(key) ?? 0}/${all.get(key)}` : '-'
    })
    console.log(`| ${kind} | ${cells.join(' | ')} |`)
  }
  for (const note of notes) console.log(note)
}

function proveLabels(all: readonly MeasuredPlant[]): void {
  let years = 0
  let falseAlarms = 0
  console.log(
    '| plant | days | faults named by the source: rule, start of the alarm against the label, known after | false alarms |',
  )
  console.log('|---|---|---|---|')
  for (const plant of all) {
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
}
