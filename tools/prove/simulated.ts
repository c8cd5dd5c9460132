/**
 * The rules by default over the simulator: each fault of its catalog, and a year of its fleet without faults.
 *
 *   npm run prove simulated [-- --days 365 --plants 15]
 *   npm run prove simulated -- --draw 10 --seed 1   (ten other cases of each fault: weather, day, severity)
 */
import { parseArgs } from 'node:util'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { createDice } from '@heliograph/domain/testing/metered-days.ts'
import { drawCase } from '@heliograph/server/insight/alarms/testing/draw-cases.ts'
import { judgeRecording } from '@heliograph/server/insight/alarms/testing/judge-recording.ts'
import {
  faultCases,
  recordCase,
  recordSimulated,
} from '@heliograph/server/insight/alarms/testing/simulated-recordings.ts'
import { type FaultType, faultTypes } from '../../apps/simulator/src/faults.ts'
import { fleet } from '../../apps/simulator/src/fleet.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    plants: { type: 'string' },
    fault: { type: 'string' },
    draw: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const iso = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16)

const chosen = faultTypes.filter((faultType) => values.fault === undefined || faultType === values.fault)
if (values.draw === undefined) {
  console.log('| fault | plant | rule | start against the fault, h | known after, h | besides |')
  console.log('|---|---|---|---|---|---|')
  for (const type of chosen) prove(type)
} else proveDrawn(Number(values.draw), Number(values.seed))

/** Drawn cases: what each draw found, and every miss with what it takes to see it again. */
function proveDrawn(count: number, seed: number): void {
  console.log('| fault | drawn | found within a day | told besides |')
  console.log('|---|---|---|---|')
  const misses: string[] = []
  for (const type of chosen) {
    const dice = createDice(seed + faultTypes.indexOf(type) * 1_000)
    const besides = new Map<string, number>()
    let found = 0
    for (let number = 0; number < count; number++) {
      const drawn = drawCase(type, dice)
      const { recording, fault, row } = recordCase(type, drawn)
      const alarms = judgeRecording(recording)
      const own = alarms.find(
        ({ rule, openedAtMs }) => rule === row.finds && Math.abs(openedAtMs - fault.fromMs) <= patienceOf(type),
      )
      const other = alarms.filter(({ rule }) => rule !== row.finds && !row.also?.includes(rule))
      for (const { rule } of other) besides.set(rule, (besides.get(rule) ?? 0) + 1)
      if (own !== undefined || row.finds === null) found++
      if ((own === undefined && row.finds !== null) || other.length > 0)
        misses.push(
          `${type} ${row.start} seed ${drawn.seed} severity ${row.severity.toFixed(2)} from ${iso(fault.fromMs)}: ${alarms.map(({ rule, deviceId, part, openedAtMs }) => `${rule} ${deviceId}${part} ${iso(openedAtMs)}`).join('; ') || 'nothing'}`,
        )
    }
    console.log(
      `| ${type} | ${count} | ${found} | ${[...besides].map(([rule, times]) => `${rule} ${times}`).join(', ')} |`,
    )
  }
  for (const miss of misses) console.log(miss)
}

/** Dirt grows over weeks. */
function patienceOf(type: FaultType): number {
  return type === 'soiling' ? 30 * DAY_MS : DAY_MS
}

function prove(type: FaultType): void {
  const { recording, fault, row } = recordCase(type)
  const alarms = judgeRecording(recording)
  const found = alarms.find(({ rule }) => rule === row.finds)
  const others = [
    ...new Set(alarms.filter((item) => item !== found).map(({ rule, deviceId }) => `${rule} ${deviceId}`)),
  ]
  const hours = (atMs: number | undefined) => (atMs === undefined ? '-' : ((atMs - fault.fromMs) / HOUR_MS).toFixed(1))
  const rule = row.finds === null ? 'none: nothing is lost' : found ? row.finds : `**not found** (${row.finds})`
  console.log(
    `| ${type} | ${row.plant} | ${rule} | ${hours(found?.openedAtMs)} | ${hours(found?.foundAtMs)} | ${others.join(', ')} |`,
  )
}

const days = Number(values.days)
if (values.fault === undefined && values.draw === undefined && days > 0) {
  const fromMs = Date.parse('2025-07-01T00:00:00Z')
  let years = 0
  let count = 0
  for (const spec of fleet.slice(0, Number(values.plants ?? fleet.length))) {
    // A big plant shows nothing that two of its inverters do not.
    const loggers = spec.loggers.slice(0, 1).map((logger) => ({ ...logger, inverters: logger.inverters.slice(0, 2) }))
    const recording = recordSimulated({ ...spec, loggers }, [], { fromMs, days, stepMs: 15 * MINUTE_MS })
    const alarms = judgeRecording(recording)
    years += (days * DAY_MS) / (365 * DAY_MS)
    count += alarms.length
    console.log(
      `${spec.name}, ${days} days without a fault: ${alarms.map(({ rule, deviceId, part, openedAtMs }) => `${rule} ${deviceId}${part} ${iso(openedAtMs)}`).join('; ') || 'no alarm'}`,
    )
  }
  console.log(
    `${count} alarms in ${years.toFixed(1)} plant-years without a fault (${Object.keys(faultCases).length} faults in the catalog)`,
  )
}
