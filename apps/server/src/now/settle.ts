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
import { isWritten, toWritten, type Usual, usualOf, type WrittenDevice } from './written.ts'

/** The clock may run this much early: a row whose index entry stays costs half as much to write. */
const earlyMs = MINUTE_MS

type Settled = Readonly<{ known: KnownPlant; state: PlantNowState; memories: readonly DeviceMemory[] }>

type Row = PlantWrite & Readonly<{ usual: Usual; written: readonly WrittenDevice[]; devices: readonly DeviceWrite[] }>
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
  const usualRows: PlantWrite[] = []
  const others: PlantWrite[] = []
  const rows = settled.map(({ state, known }): Row => {
    const { version } = known
    const nextChangeAtMs = nextLook(known, state, nowMs)
    const usual = usualOf(state, known.usual)
    const nextVersion = drawVersion()
    // Not spread into each other, which costs as much as all the rest.
    const { written, devices } = writesOf(known, state)
    const row = { state, version, nextVersion, nextChangeAtMs, nowMs, usual, written, devices }
    if (usual === known.usual) usualRows.push(row)
    else others.push(row)
    return row
  })
  return { settled, rows, writes: toPlantWrites(usualRows, others), nowMs }
}

const noDevices: readonly DeviceWrite[] = []

/** What the rows of a plant's devices say, and those that must be written for it. */
function writesOf({ written }: KnownPlant, { plantId, devices }: PlantNowState): Pick<Row, 'written' | 'devices'> {
  const isAllWritten = devices.every((one, place) => {
    const before = written[place]
    return before !== undefined && isWritten(before, one)
  })
  if (isAllWritten) return { written: written as readonly WrittenDevice[], devices: noDevices }
  const changed: DeviceWrite[] = []
  const now = devices.map((one, place) => {
    const before = written[place]
    if (before !== undefined && isWritten(before, one)) return before
    changed.push({ ...one, plantId })
    return toWritten(one)
  })
  return { written: now, devices: changed }
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
  for (const [index, { nextVersion: version, nextChangeAtMs, usual, written, devices: changed }] of rows.entries()) {
    const { state, known, memories } = settled[index] as Settled
    const { plantId } = state
    if (!stored.has(plantId)) continue
    devices.push(...changed)
    result.set(plantId, { version, nextChangeAtMs, plan: known.plan, memories, written, usual })
  }
  await writeDevices(client, devices, nowMs)
  return result
}

const drawVersion = (): number => Math.floor(Math.random() * 2 ** 52)

const notAsked = (): null => null

function settle(known: KnownPlant, changes: readonly DeviceChange[], nowMs: number): Settled {
  const memories = [...known.memories]
  for (const change of changes) apply(known, change, memories)
  return { known, state: computeNow(known.plan, memories, notAsked, nowMs), memories }
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
    const { state, known, memories } = one
    const isMuteAsked = state.devices.some(({ device }) => device.loggerId !== null && online.has(device.loggerId))
    if (!isMuteAsked) return one
    return { known, state: computeNow(known.plan, memories, (id) => online.get(id) ?? null, nowMs), memories }
  })
  return toJudged(again, nowMs)
}

function nextLook({ nextChangeAtMs: stored }: KnownPlant, state: PlantNowState, nowMs: number): number {
  return stored > nowMs + earlyMs && stored <= state.nextChangeAtMs ? stored : state.nextChangeAtMs
}
