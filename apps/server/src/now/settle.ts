import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'
import type { DeviceChange } from '../telemetry/telemetry.ts'
import { computeNow, type PlantNowState } from './compute-now.ts'
import { type DeviceMemory, emptyMemory, isMaking, judgeIdle, remember } from './device-memory.ts'
import type { KnownPlant } from './known-plants.ts'
import { readOnlineUntil } from './logger-contact.ts'
import { textOf, writeDevices, writePlants } from './rows.ts'

/** The clock may look this much sooner than it must: a row whose index entry stays costs half as much to write. */
const earlyMs = MINUTE_MS

type Settled = Readonly<{ state: PlantNowState; known: KnownPlant }>

/**
 * Brings the rows of plants up to an instant: what their devices just said, and what time alone changes.
 * @param changes of devices of these plants
 * @returns what is known of them from here on; those that somebody else wrote since they were read are absent, and untouched
 */
export async function settlePlants(
  client: pg.PoolClient,
  plants: readonly KnownPlant[],
  changes: ReadonlyMap<number, readonly DeviceChange[]>,
  nowMs: number,
): Promise<ReadonlyMap<number, KnownPlant>> {
  const settled = plants.map((known) => settle(known, changes.get(known.plan.plantId) ?? [], nowMs))
  const online = await readContacts(client, settled)
  const states = settled.map(({ state, known }): Settled => {
    const isMuteAsked = state.devices.some(({ device }) => device.loggerId !== null && online.has(device.loggerId))
    if (!isMuteAsked) return { state, known }
    return { state: compute(known, nowMs, (loggerId) => online.get(loggerId) ?? null), known }
  })
  const rows = states.map(({ state, known }) => ({
    state,
    version: known.version,
    nextVersion: drawVersion(),
    nextChangeAtMs: nextLook(known, state, nowMs),
  }))
  const written = await writePlants(client, rows, nowMs)
  const result = new Map<number, KnownPlant>()
  const devices: Parameters<typeof writeDevices>[1][number][] = []
  for (const [index, { state, known }] of states.entries()) {
    const { plantId } = state
    if (!written.has(plantId)) continue
    const texts = new Map(known.written)
    for (const one of state.devices) {
      const text = textOf(one)
      if (texts.get(one.device.deviceId) === text) continue
      texts.set(one.device.deviceId, text)
      devices.push({ ...one, plantId })
    }
    const row = rows[index]
    if (row) {
      const { nextVersion: version, nextChangeAtMs } = row
      result.set(plantId, { ...known, version, nextChangeAtMs, written: texts })
    }
  }
  await writeDevices(client, devices, nowMs)
  return result
}

const drawVersion = (): number => Math.floor(Math.random() * 2 ** 52)

function settle(known: KnownPlant, changes: readonly DeviceChange[], nowMs: number): Settled {
  const memories = new Map(known.memories)
  for (const change of changes) apply(known, change, memories)
  const next = { ...known, memories }
  return { state: compute(next, nowMs, () => null), known: next }
}

const compute = (
  { plan, memories }: KnownPlant,
  nowMs: number,
  onlineUntilMs: (loggerId: number) => number | null,
): PlantNowState => computeNow(plan, (deviceId) => memories.get(deviceId) ?? emptyMemory, onlineUntilMs, nowMs)

function apply(
  { plan }: KnownPlant,
  { device: { deviceId }, before, after }: DeviceChange,
  memories: Map<number, DeviceMemory>,
): void {
  const device = plan.devices.find((one) => one.deviceId === deviceId)
  if (device === undefined) return
  const memory = remember(memories.get(deviceId) ?? emptyMemory, plan, device, after, before)
  const areOthersMaking = () =>
    plan.devices.some((other) => {
      const others = memories.get(other.deviceId)
      return other !== device && others !== undefined && isMaking(other, others, after.atMs)
    })
  memories.set(deviceId, memory.idleSinceMs === null ? memory : judgeIdle(memory, areOthersMaking()))
}

/** Only of what is silent it matters whether its logger is there. */
async function readContacts(client: pg.PoolClient, settled: readonly Settled[]): Promise<ReadonlyMap<number, number>> {
  const silent = settled.flatMap(({ state }) =>
    state.devices.flatMap(({ state: { presence }, device: { loggerId } }) =>
      presence === 'silent' && loggerId !== null ? [loggerId] : [],
    ),
  )
  return silent.length === 0 ? new Map() : readOnlineUntil(client, silent)
}

function nextLook({ nextChangeAtMs: stored }: KnownPlant, state: PlantNowState, nowMs: number): number {
  return stored > nowMs + earlyMs && stored <= state.nextChangeAtMs ? stored : state.nextChangeAtMs
}
