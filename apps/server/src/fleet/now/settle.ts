import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { AppendResult, DeviceChange } from '../telemetry/telemetry.ts'
import { computeNow, type PlantNowState } from './compute-now.ts'
import { type DeviceMemory, emptyMemory, isProducing, judgeIdle, overwrite, remember } from './device-memory.ts'
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

/** `version`: of the row that this was made from. */
type Settled = Readonly<{
  known: KnownPlant
  version: number
  state: PlantNowState
  memories: readonly DeviceMemory[]
}>

type Row = PlantWrite & Readonly<{ usual: Usual; written: readonly WrittenDevice[]; devices: readonly DeviceWrite[] }>
type Rows = Readonly<{ rows: readonly Row[]; writes: PlantWrites }>
/** Plants as they look at an instant, and the rows that say so. */
export type Judged = Readonly<{
  settled: readonly Settled[]
  /** The loggers of silent devices: whether they speak is asked before the rows are made. */
  silent: readonly number[]
  /** undefined: some are silent. */
  prepared: Rows | undefined
  nowMs: number
  generatedOn: GeneratedOn
}>

type GeneratedOn = AppendResult['generatedOn']
const nothingGenerated: GeneratedOn = () => null

/**
 * State of plants at an instant: new reports of their devices, and changes by time alone. Pure. It prepares the rows
 * too, because the database still stores the samples while this runs.
 * @param changes of devices of these plants
 * @param generatedOn what the samples added to a plant's day; needed for plants whose row is known
 */
export function judgePlants(
  plants: readonly KnownPlant[],
  changes: ReadonlyMap<number, readonly DeviceChange[]>,
  nowMs: number,
  generatedOn = nothingGenerated,
): Judged {
  const settled = plants.map((known) => settle(known, changes.get(known.plan.plantId) ?? [], nowMs))
  const silent = silentOf(settled)
  const prepared = silent.length === 0 ? prepareRows(settled, nowMs, generatedOn) : undefined
  return { settled, silent, prepared, nowMs, generatedOn }
}

function prepareRows(settled: readonly Settled[], nowMs: number, generatedOn: GeneratedOn): Rows {
  const usualRows: PlantWrite[] = []
  const others: PlantWrite[] = []
  const rows = settled.map(({ state, known, version }): Row => {
    const nextChangeAtMs = nextLook(known, state, nowMs)
    const usual = usualOf(state, known.usual)
    const nextVersion = drawVersion()
    // Not spread into each other, which costs as much as all the rest.
    const { written, devices } = writesOf(known, state)
    const isUsual = usual === known.usual
    const generatedWh = isUsual ? generatedOn(state.plantId, state.today) : null
    const row = { state, version, nextVersion, nextChangeAtMs, nowMs, generatedWh, usual, written, devices }
    if (isUsual) usualRows.push(row)
    else others.push(row)
    return row
  })
  return { rows, writes: toPlantWrites(usualRows, others) }
}

const noDevices: readonly DeviceWrite[] = []

/** Content of the rows of a plant's devices, and those that must be written for it. */
function writesOf({ written }: KnownPlant, { plantId, devices }: PlantNowState): Pick<Row, 'written' | 'devices'> {
  const isAllWritten = devices.every((device, place) => {
    const before = written[place]
    return before !== undefined && isWritten(before, device)
  })
  if (isAllWritten) return { written: written as readonly WrittenDevice[], devices: noDevices }
  const changed: DeviceWrite[] = []
  const now = devices.map((device, place) => {
    const before = written[place]
    if (before !== undefined && isWritten(before, device)) return before
    changed.push({ ...device, plantId })
    return toWritten(device)
  })
  return { written: now, devices: changed }
}

/**
 * Brings the rows of judged plants up to the instant of the judgement.
 * @returns what is known of them, which is up to date now; plants that were written by others in the meantime are missing
 */
export async function settlePlants(client: pg.PoolClient, judged: Judged): Promise<ReadonlyMap<number, KnownPlant>> {
  const result = new Map<number, KnownPlant>()
  if (judged.settled.length === 0) return result
  const { prepared, nowMs, generatedOn } = judged
  const settled = await judgeSilence(client, judged)
  const { rows, writes } = prepared ?? prepareRows(settled, nowMs, generatedOn)
  const stored = await writePlants(client, writes)
  const devices: DeviceWrite[] = []
  for (const [index, row] of rows.entries()) {
    const { state, known, version, memories } = settled[index] as Settled
    const { plantId } = state
    if (!stored.has(plantId)) continue
    devices.push(...row.devices)
    // Another batch has changed what is known in the meantime.
    if (known.version !== version) continue
    keep(known, row, memories)
    result.set(plantId, known)
  }
  await writeDevices(client, devices, nowMs)
  return result
}

function keep(known: KnownPlant, row: Row, memories: Settled['memories']): void {
  known.version = row.nextVersion
  known.nextChangeAtMs = row.nextChangeAtMs
  known.written = row.written
  known.usual = row.usual
  memories.forEach((memory, place) => {
    const kept = known.memories[place]
    if (kept !== undefined && kept !== memory) overwrite(kept, memory)
  })
}

const drawVersion = (): number => Math.floor(Math.random() * 2 ** 52)

const notAsked = (): null => null

function settle(known: KnownPlant, changes: readonly DeviceChange[], nowMs: number): Settled {
  const memories: DeviceMemory[] = [...known.memories]
  for (const change of changes) apply(known, change, memories)
  const state = computeNow(known.plan, memories, notAsked, nowMs)
  return { known, version: known.version, state, memories }
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
async function judgeSilence(client: pg.PoolClient, { settled, silent, nowMs }: Judged): Promise<readonly Settled[]> {
  if (silent.length === 0) return settled
  const online = await readOnlineUntil(client, silent)
  return settled.map((item): Settled => {
    const { state, known, version, memories } = item
    const isMuteAsked = state.devices.some(({ device }) => device.loggerId !== null && online.has(device.loggerId))
    if (!isMuteAsked) return item
    return { known, version, state: computeNow(known.plan, memories, (id) => online.get(id) ?? null, nowMs), memories }
  })
}

function silentOf(settled: readonly Settled[]): readonly number[] {
  const silent: number[] = []
  for (const { state } of settled) {
    if (state.silentCount === 0) continue
    for (const { state: one, device } of state.devices)
      if (one.presence === 'silent' && device.loggerId !== null) silent.push(device.loggerId)
  }
  return silent
}

function nextLook({ nextChangeAtMs: stored }: KnownPlant, state: PlantNowState, nowMs: number): number {
  return stored > nowMs + earlyMs && stored <= state.nextChangeAtMs ? stored : state.nextChangeAtMs
}
