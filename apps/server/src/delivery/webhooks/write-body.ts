import { flows } from '@heliograph/domain/energy-flow.ts'
import { roundFloats } from '@heliograph/domain/format/round-floats.ts'
import type { Batch } from './collect-batch.ts'

const timeOf = (atMs: number): string => new Date(atMs).toISOString()

const toEnergies = (energies: Batch['hours'][number]['energies']): Readonly<Record<string, number>> =>
  Object.fromEntries(flows.flatMap((flow) => (energies[flow] === undefined ? [] : [[`${flow}Wh`, energies[flow]]])))

type Plant = Readonly<{ plantId: number; name: string; zone: string }>

/** The body of a batch; what is not known is left out, never 0 (docs/webhooks.md). */
export const writeBody = (id: string, plant: Plant, batch: Batch, nowMs: number): string =>
  roundFloats(
    JSON.stringify({
      type: 'heliograph.plant',
      id,
      timestamp: timeOf(nowMs),
      data: {
        plant: { id: plant.plantId, name: plant.name, zone: plant.zone },
        samples: batch.samples.map(({ deviceId, atMs, values, isEstimated, isLate }) => ({
          deviceId,
          at: timeOf(atMs),
          ...(isLate ? { late: true } : {}),
          ...(isEstimated ? { estimated: true } : {}),
          values,
        })),
        hours: batch.hours.map(({ startMs, change, energies }) => ({
          start: timeOf(startMs),
          change,
          energies: toEnergies(energies),
        })),
        days: batch.days.map(({ date, change, energies }) => ({ date, change, energies: toEnergies(energies) })),
        dropped: batch.dropped,
      },
    }),
  )

/** Body of the event that the test button sends. */
export const writeTestBody = (id: string, name: string, nowMs: number): string =>
  JSON.stringify({ type: 'heliograph.test', id, timestamp: timeOf(nowMs), data: { webhook: name } })
