import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { backTest } from './testing/back-test.ts'
import { type MeasuredPlant, measuredPlants } from './testing/measured-plants.ts'

/*
 * The weather is what was observed, by a satellite or by sensors: no archive of weather forecasts belongs to these
 * plants. So the errors are of the model and its calibration alone, and a horizon only means that nothing newer than so
 * many days was known of the plant. All files and horizons: `npm run bench forecast`, docs/forecast-accuracy.md.
 */

const files: Readonly<Record<string, string>> = {
  'serf_east_nsrdb_30min_2016-07.csv': 'fixtures/serf_east_nsrdb_30min_daylight.csv',
  'serf_east_ac_15min_2016-07.csv':
    '../../../../../packages/domain/src/fixtures/measured/serf_east_ac_15min_2016-07.csv',
  'solete_hourly_2018-06.csv': '../performance/fixtures/solete_hourly_2018-07_2019-01.csv',
  'pvops_R10_hourly.csv': '../performance/fixtures/pvops_R10_hourly.csv',
}
const read = (file: string): string => readFileSync(new URL(files[file] ?? file, import.meta.url), 'utf8')
const plantOf = (name: string): MeasuredPlant => {
  const plant = measuredPlants[name]?.(read)
  if (plant === undefined) throw new Error(`no plant ${name}`)
  // Some months suffice: the tool runs through all.
  return { ...plant, days: new Map([...plant.days].slice(0, 200)) }
}

describe.each(['SERF East', 'SOLETE', 'R10'])('forecasts of %s under the weather that came', (name) => {
  const plant = plantOf(name)
  it.each([1, 7])('known until %i days before, beat persistence and the bare model', (horizon) => {
    const { days, calibrated, modelled, persistence, hours, hoursModelled, bias } = backTest(plant, horizon)
    expect(days).toBeGreaterThan(35)
    expect(calibrated).toBeLessThan((persistence ?? 0) * 0.6)
    expect(calibrated).toBeLessThan(modelled ?? 0)
    expect(hours).toBeLessThan(hoursModelled * 0.95)
    expect(Math.abs(bias ?? 1)).toBeLessThan(0.03)
  })
})
