import { randomBytes } from 'node:crypto'
import { systemClock } from '@heliograph/collect/clock.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { toCandidate } from '@heliograph/collect/registers/read-devices.ts'
import type { Way } from '@heliograph/collect/way.ts'
import { planBlocks } from '@heliograph/devices/reads/modbus/blocks.ts'
import type { Block, Candidate, Reply } from '@heliograph/devices/reads/modbus/dialog.ts'
import { buildMap, findKnownMap, type MapRecipe, readItems } from '@heliograph/devices/reads/register-map/own-map.ts'
import { planItems } from '@heliograph/devices/reads/register-map/plan-items.ts'
import { resolveItems } from '@heliograph/devices/reads/register-map/resolve-items.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { addTarget, type Rates } from './targets.ts'

/** An endpoint whose registers a person looks at. */
export type LabEndpoint = Readonly<{ host: string; port: number; framing: 'tcp' | 'rtu'; unit: number }>
/** Registers to read: a span, or those of a map. */
export type LabWish = Readonly<{ mapId: string }> | Readonly<{ function: 3 | 4; address: number; count: number }>
export type LabReading = Readonly<{
  replies: readonly Reply[]
  /** Blocks that were refused, by code; without one: no answer came. */
  missing: readonly Readonly<{ function: 3 | 4; address: number; count: number; code: number | null }>[]
}>

/** The profile lab: registers of devices that no profile knows. */
export type LabDesk = Readonly<{
  /** @throws Refusal PARAM_ERROR, ABNORMAL with the reason, TOO_MANY_REQUESTS, NOT_FOUND for an unknown map */
  read: (plantId: number, endpoint: LabEndpoint, wish: LabWish) => Promise<LabReading>
  /** Has a device read by a map. @throws Refusal as `read`, ABNORMAL `noValues` where it answers nothing of the map */
  use: (
    options: LabEndpoint &
      Rates &
      Readonly<{ plantId: number; userId: number | null; mapId: number; name: string; recipe: MapRecipe }>,
  ) => Promise<number>
}>

const WAY = 'modbus-tcp'
const MOST_READS = 2
/** Of a large map the first ones: a person waits. */
const MOST_BLOCKS = 40
const MOST_REGISTERS = 125

export function createLabDesk(
  options: Readonly<{ db: Db; gate: DeviceGate; way: Way | undefined; now: () => number }>,
): LabDesk {
  const { db, gate, way, now } = options
  const reading = new Set<number>()

  const ask = async (plantId: number, endpoint: LabEndpoint, blocks: readonly Block[]): Promise<LabReading> => {
    const { host, port, framing, unit } = endpoint
    if (way?.readSpans === undefined) throw new Refusal('UNAVAILABLE')
    // Before anything else, so that a refused address costs nothing and tells nothing.
    await gate.check(host, port)
    const { rows: taken } = await sql`
      select from collect_targets where agent_id is null and lower(host) = lower(${host}) and port = ${port} and paused_at is null`.execute(
      db.kysely,
    )
    if (taken.length > 0) throw new Refusal('ABNORMAL', { reason: 'endpointTaken' })
    if (reading.has(plantId) || reading.size >= MOST_READS) throw new Refusal('TOO_MANY_REQUESTS', { seconds: 15 })
    reading.add(plantId)
    try {
      const io = {
        clock: systemClock,
        note: () => {},
        connect: (input: Readonly<{ timeoutMs: number }>) => gate.connect(host, port, input),
      }
      const answers = await way.readSpans({ framing, unit }, blocks, io)
      const replies = answers.flatMap(({ block, words }): Reply[] => (words ? [{ block, words }] : []))
      if (replies.length === 0) throw new Refusal('ABNORMAL', { reason: 'noAnswer' })
      return {
        replies,
        missing: answers.flatMap(({ block: { function: fn, address, count }, words, code }) =>
          words ? [] : [{ function: fn, address, count, code: code ?? null }],
        ),
      }
    } catch (error) {
      if (error instanceof Refusal) throw error
      const isRefused = error instanceof Error && error.message === 'ECONNREFUSED'
      throw new Refusal('ABNORMAL', { reason: isRefused ? 'refused' : 'noAnswer' })
    } finally {
      reading.delete(plantId)
    }
  }

  return {
    read: (plantId, endpoint, wish) => ask(plantId, endpoint, blocksOf(wish, endpoint.unit)),
    use: async ({ plantId, userId, mapId, name, recipe, host, port, framing, unit, ...rates }) => {
      const map = buildMap(`own-${mapId}`, recipe)
      const blocks = planItems(map.items, { unit, maxRegisters: map.maxRegisters, maxGap: map.maxGap })
      const { replies } = await ask(plantId, { host, port, framing, unit }, blocks.slice(0, MOST_BLOCKS))
      const items = readItems({ ...map, isAssigned: true }, replies)
      if (!items.some(({ value }) => typeof value === 'number')) throw new Refusal('ABNORMAL', { reason: 'noValues' })
      const read = items.find(({ item }) => item.id === map.device.identify.serial)?.value
      const serial = typeof read === 'string' ? read.replace(/[^A-Za-z0-9._/-]/g, '') : ''
      const found: Candidate = {
        wire: 'modbus',
        profileId: map.id,
        unit,
        maker: map.maker,
        model: map.device.model,
        // A device that says none gets one, so that its history stays with it.
        serial: serial || `OWN-${randomBytes(5).toString('hex').toUpperCase()}`,
        confidence: map.device.identify.confidence,
        why: 'values',
        map,
      }
      const offer = { plantId, way: WAY, host, port, settings: { framing, unit }, candidate: toCandidate(found) }
      return await addTarget(db, { ...rates, plantId, userId, offers: [offer], secrets: [], name, nowMs: now() })
    },
  }
}

/** @throws Refusal NOT_FOUND for an unknown map */
function blocksOf(wish: LabWish, unit: number): readonly Block[] {
  if (!('mapId' in wish)) {
    const { function: fn, address, count } = wish
    if (address + count > 0x10000) throw new Refusal('PARAM_ERROR', { field: 'span.count' })
    const wholes = Array.from({ length: count }, (_, at) => ({
      function: fn,
      first: address + at,
      last: address + at,
    }))
    return planBlocks(wholes, { unit, maxRegisters: MOST_REGISTERS, maxGap: 1 })
  }
  const map = findKnownMap(wish.mapId)
  if (map === undefined) throw new Refusal('NOT_FOUND')
  const { maxRegisters, maxGap } = map
  return planItems(resolveItems(map, {}), { unit, maxRegisters, maxGap }).slice(0, MOST_BLOCKS)
}
