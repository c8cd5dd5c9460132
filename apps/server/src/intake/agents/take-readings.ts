import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { getQuantity, isQuantityId, plausibleValue } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded, Values } from '@heliograph/domain/reading.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PolledDesk } from '../ingest/ingest.ts'
import type { CallingAgent } from './calling-agent.ts'
import { findSources } from './find-sources.ts'

export type AgentReading = Readonly<{
  targetId: number
  atMs: number
  isEstimated?: boolean | undefined
  intervalMs: number
  serial: string
  type: Decoded['deviceType']
  name?: string | undefined
  profileId: string
  values: Readonly<Record<string, number>>
  texts: Readonly<Record<string, string>>
  complaints: readonly Readonly<{ code: string; quantity?: string | undefined; raw?: number | undefined }>[]
  words: string
}>

export type RefusedReading = Readonly<{ index: number; reason: 'unknownTarget' | 'instant' | 'noDevice' }>

/** A reading after this is of a clock that is wrong. */
const MOST_AHEAD_MS = 10 * MINUTE_MS
/** No agent keeps readings for so long. */
const MOST_AGE_MS = 400 * DAY_MS
const complaintCodes: readonly string[] = ['out-of-range', 'sentinel', 'zero-total', 'time-estimated', 'short-payload']

/**
 * Stores what an agent delivers, by the port of all readings; resolves after the commit of all of it. What was stored by a call
 * whose reply was lost is the same record again. @throws Refusal UNAVAILABLE: nothing is acknowledged, all is sent again
 */
export async function takeReadings(
  db: Db,
  desk: PolledDesk,
  agent: CallingAgent,
  options: Readonly<{ readings: readonly AgentReading[]; nowMs: number }>,
): Promise<readonly RefusedReading[]> {
  const { readings, nowMs } = options
  const sources = await findSources(
    db,
    agent,
    readings.map(({ targetId }) => targetId),
  )
  const refused: RefusedReading[] = []
  const stored = readings.map(async (reading, index) => {
    const source = sources.get(reading.targetId)
    const refuse = (reason: RefusedReading['reason']): void => void refused.push({ index, reason })
    if (source === undefined) return refuse('unknownTarget')
    if (reading.atMs > nowMs + MOST_AHEAD_MS || reading.atMs < nowMs - MOST_AGE_MS) return refuse('instant')
    const decoded = toDecoded(reading)
    if (decoded.deviceSerial === '') return refuse('noDevice')
    const words = Buffer.from(reading.words, 'base64')
    const outcome = await desk.store(
      { ...source, intervalMs: reading.intervalMs },
      { decoded, atMs: reading.atMs, words },
    )
    if (outcome === 'full') throw new Refusal('UNAVAILABLE')
  })
  const failed = (await Promise.allSettled(stored)).some(({ status }) => status === 'rejected')
  if (failed) throw new Refusal('UNAVAILABLE')
  return refused.sort((a, b) => a.index - b.index)
}

/** An agent may be of another version, and may lie: unknown quantities and impossible values are left out. */
function toDecoded({ serial, type, name, profileId, isEstimated = false, ...reading }: AgentReading): Decoded {
  const values: Record<string, number> = {}
  const complaints: Complaint[] = reading.complaints.flatMap(({ code, quantity, raw }) =>
    complaintCodes.includes(code)
      ? [
          {
            code: code as Complaint['code'],
            ...(quantity !== undefined && isQuantityId(quantity) && { quantity }),
            ...(raw !== undefined && { raw }),
          },
        ]
      : [],
  )
  for (const [quantity, value] of Object.entries(reading.values)) {
    if (!isQuantityId(quantity)) continue
    if (plausibleValue(getQuantity(quantity), value) !== undefined) values[quantity] = value
    else complaints.push({ code: 'out-of-range', quantity, raw: value })
  }
  if (isEstimated) complaints.push({ code: 'time-estimated' })
  const texts = Object.fromEntries(
    Object.entries(reading.texts).map(([key, text]) => [cleanLine(key, 40), cleanLine(text, 200)]),
  )
  return {
    deviceSerial: cleanLine(serial, 100),
    deviceType: type,
    ...(name !== undefined && { deviceName: cleanLine(name, 100) }),
    profileId: cleanLine(profileId, 60),
    values: values as Values,
    texts,
    complaints,
  }
}
