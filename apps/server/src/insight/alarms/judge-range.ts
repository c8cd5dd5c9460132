import { type DeviceFinding, judgeSample, type Watches } from '@heliograph/domain/alarms/judge-samples.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { samplesOf, toNewest } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { factsOf } from './sample-facts.ts'
import type { Watched } from './watched-devices.ts'

export type JudgedRange = Readonly<{ watches: Watches; findings: readonly DeviceFinding[]; samples: number }>

/**
 * Runs the rules over the stored samples of a device: what they would have found, and where they are at the end. The
 * same steps as for each sample that comes.
 * @param range.knownFromMs samples from then on show what was there before the range: a sensor that is lost, a counter
 * @param watches where they were before the range
 * @param only all quantities that the rules ask for, if they ask for few
 */
export async function judgeRange(
  db: Db,
  watched: Watched,
  { fromMs, toMs, knownFromMs = fromMs }: Readonly<{ fromMs: number; toMs: number; knownFromMs?: number }>,
  watches: Watches = {},
  only?: readonly QuantityId[],
): Promise<JudgedRange> {
  const { plantId, deviceId, lookouts } = watched
  const newest = new Map<QuantityId, Readonly<{ value: number; atMs: number }>>()
  // As it was at the report before.
  const earlier = new Map<QuantityId, Readonly<{ value: number; atMs: number }>>()
  const findings: DeviceFinding[] = []
  let beforeMs: number | undefined
  let now = watches
  let samples = 0
  for await (const page of samplesOf(db, { plantId, deviceId, fromMs: knownFromMs, toMs }, only))
    for (const { atMs, values } of page) {
      const read = (Object.entries(values) as [QuantityId, number][]).map(
        ([id, value]) => [id, { value, atMs }] as const,
      )
      for (const [id, one] of read) newest.set(id, one)
      if (atMs >= fromMs) {
        const after = toNewest(atMs, (quantity) => newest.get(quantity))
        const before = beforeMs === undefined ? undefined : toNewest(beforeMs, (quantity) => earlier.get(quantity))
        const step = judgeSample(lookouts, now, factsOf(watched, after, before), watched.watched.intervalMs)
        now = step.watches
        findings.push(...step.findings)
        samples++
      }
      for (const [id, one] of read) earlier.set(id, one)
      beforeMs = atMs
    }
  return { watches: now, findings, samples }
}
