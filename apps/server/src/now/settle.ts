import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { DeviceChange } from '../telemetry/telemetry.ts'
import { computeNow, type PlantNowState } from './compute-now.ts'
import { type DeviceMemory, emptyMemory, isProducing, judgeIdle, remember } from './device-memory.ts'
import type { KnownPlant } from './known-plants.ts'
import { readOnlineUntil } from './logger-contact.ts'
import {
  type DeviceWrite,
  type PlantWrite,
  type PlantWrites,
  toPlantWrites,
  writeDevices,
  writePlants,
} from './write-rows.ts'
import { isWritten, toWritten, usualText } from './written.ts'

/** The clock may run this much early: a row whose index entry stays costs half as much to write. */
const earlyMs = MINUTE_MS

export type Settled = Readonly<{ state: PlantNowState; known: KnownPlant }>

type Row = PlantWrite & Readonly<{ text: string }>
/** Plants as they look at an instant, and the rows that say so. */
export type Judged = Readonly<{ settled: readonly Settled[]; rows: readonly Row[]; writes: PlantWrites; nowMs: number }>

/**
 * What plants look like at an instant: what their devices just reported, and what time alone changes. Pure. It prepares the
 * rows too, because the database still stores the samples while this runs.
 * @param changes of devices of these plants
 */
export const judgePlants = (
  plants: readonly KnownPlant[],
  changes: ReadonlyMap<number, readonly DeviceChange[]>,
  nowMs: number,
): Judged =>
  toJudged(
    plants.map((known) => settle(known, changes.get(known.plan.plantId) ?? [], nowMs)),
    nowMs,
  )

function toJudged(settled: readonly Settled[], nowMs: number): Judged {
  const usual: PlantWrite[] = []
  const others: PlantWrite[] = []
  const rows = settled.map(({ state, known }): Row => {
    const { version } = known
    const nextChangeAtMs = nextLook(known, state, nowMs)
    const row = { state, version, nextVersion: drawVersion(), nextChangeAtMs, nowMs, text: usualText(state) }
    if (row.text === known.usual) usual.push(row)
    else others.push(row)
    return row
  })
  return { settled, rows, writes: toPlantWrites(usual, others), nowMs }
}

/**
 * Brings the rows of judged plants up to the instant of the judgement.
 * @param payload a notification that goes out with the rows
 * @returns what is known of them now; plants that another node wrote in the meantime are missing and unchanged
 */
export async function settlePlants(
  client: pg.PoolClient,
  judged: Judged,
  payload = '',
): Promise<ReadonlyMap<number, KnownPlant>> {
  const result = new Map<number, KnownPlant>()
  if (judged.settled.length === 0) return result
  const { settled, rows, writes, nowMs } = await judgeSilence(client, judged)
  const stored = await writePlants(client, writes, payload)
  const devices: DeviceWrite[] = []
  for (const [index, { nextVersion: version, nextChangeAtMs, text }] of rows.entries()) {
    const { state, known } = settled[index] as Settled
    const { plantId } = state
    if (!stored.has(plantId)) continue
    const written = state.devices.map((one, place) => {
      const before = known.written[place]
      if (before !== undefined && isWritten(before, one)) return before
      devices.push({ ...one, plantId })
      return toWritten(one)
    })
    const { plan, memories } = known
    result.set(plantId, { version, nextChangeAtMs, plan, memories, written, usual: text })
  }
  await writeDevices(client, devices, nowMs)
  return result
}

const drawVersion = (): number => Math.floor(Math.random() * 2 ** 52)

function settle(known: KnownPlant, changes: readonly DeviceChange[], nowMs: number): Settled {
  const memories = [...known.memories]
  for (const change of changes) apply(known, change, memories)
  const next = { ...known, memories }
  return { state: computeNow(known.plan, memories, () => null, nowMs), known: next }
}

function apply(
  { plan }: KnownPlant,
  { device: { deviceId }, before, after }: DeviceChange,
  memories: DeviceMemory[],
): void {
  const place = plan.placeOf.get(deviceId)
  const device = place === undefined ? undefined : plan.devices[place]
  if (place === undefined || device === undefined) return
  const memory = remember(memories[place] ?? emptyMemory, plan, device, after, before)
  const areOthersProducing = () =>
    plan.devices.some((other, index) => {
      const others = memories[index]
      return other !== device && others !== undefined && isProducing(other, others, after.atMs)
    })
  memories[place] = memory.idle.idleSinceMs === null ? memory : judgeIdle(memory, areOthersProducing())
}

/** The logger's contact matters only for silent devices. */
async function judgeSilence(client: pg.PoolClient, judged: Judged): Promise<Judged> {
  const { settled, nowMs } = judged
  const silent = settled.flatMap(({ state }) =>
    state.silentCount === 0
      ? []
      : state.devices.flatMap(({ state: { presence }, device: { loggerId } }) =>
          presence === 'silent' && loggerId !== null ? [loggerId] : [],
        ),
  )
  if (silent.length === 0) return judged
  const online = await readOnlineUntil(client, silent)
  const again = settled.map((one): Settled => {
    const { state, known } = one
    const isMuteAsked = state.devices.some(({ device }) => device.loggerId !== null && online.has(device.loggerId))
    if (!isMuteAsked) return one
    return { state: computeNow(known.plan, known.memories, (id) => online.get(id) ?? null, nowMs), known }
  })
  return toJudged(again, nowMs)
}

function nextLook({ nextChangeAtMs: stored }: KnownPlant, state: PlantNowState, nowMs: number): number {
  return stored > nowMs + earlyMs && stored <= state.nextChangeAtMs ? stored : state.nextChangeAtMs
}
