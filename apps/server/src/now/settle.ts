import type pg from 'pg'
import { type DeviceChange, latestWithin, type Newest } from '../telemetry/telemetry.ts'
import { computeNow, type PlantNowState } from './compute-now.ts'
import { type DeviceMemory, emptyMemory, isMaking, judgeIdle, remember } from './device-memory.ts'
import { readOnlineUntil } from './logger-contact.ts'
import type { PlanCache } from './plan-cache.ts'
import type { DevicePlan, PlantPlan } from './plant-plan.ts'
import { type DeviceWrite, type Held, type HeldDevice, readDevices, toldOf, writeStates } from './rows.ts'

/** The clock may look this much sooner than it must: a row whose index entry stays costs half as much to write. */
const earlyMs = 60_000

/**
 * Brings the rows of held plants up to an instant: what their devices just said, and what time alone changes.
 * @param rereads plants of which nothing in the rows is believed but what was learnt over days
 */
export async function settlePlants(
  client: pg.PoolClient,
  held: readonly Held[],
  plans: PlanCache,
  given: Readonly<{ changes: readonly DeviceChange[]; rereads: boolean; nowMs: number }>,
): Promise<void> {
  const { nowMs } = given
  const plantIds = held.map(({ plantId }) => plantId)
  const reread = given.rereads ? held.filter(isMarked).map(({ plantId }) => plantId) : []
  const known = await plans.read(client, held, given.changes)
  const rows = await readDevices(client, plantIds)
  const memories = new Map<number, DeviceMemory>([...rows].map(([id, { memory }]) => [id, memory]))
  for (const plant of await readNewest(client, reread)) apply(plant, known, memories)
  for (const { device, before, after } of given.changes)
    apply({ plantId: device.plantId, deviceId: device.deviceId, before, after }, known, memories)
  const memoryOf = (deviceId: number): DeviceMemory => memories.get(deviceId) ?? emptyMemory
  const compute = (online: (loggerId: number) => number | null): PlantNowState[] =>
    held.flatMap(({ plantId }) => {
      const plan = known.get(plantId)
      return plan ? [computeNow(plan, memoryOf, online, nowMs)] : []
    })
  let states = compute(() => null)
  // Only of what is silent it matters whether its logger is there.
  const silent = states.flatMap(({ devices }) =>
    devices.flatMap(({ state, device }) =>
      state.presence === 'silent' && device.loggerId !== null ? [device.loggerId] : [],
    ),
  )
  if (silent.length > 0) {
    const online = await readOnlineUntil(client, silent)
    states = compute((loggerId) => online.get(loggerId) ?? null)
  }
  await removeGone(client, reread)
  const changed = new Set(given.changes.map(({ device }) => device.deviceId))
  await writeStates(
    client,
    states.map((state) => ({ state, nextChangeAtMs: nextLook(held, state, given.rereads, nowMs) })),
    states.flatMap((state) => toWrites(state, rows, changed, reread.includes(state.plantId))),
    nowMs,
  )
}

const isMarked = ({ nextChangeAtMs }: Held): boolean => nextChangeAtMs === Number.NEGATIVE_INFINITY

function nextLook(held: readonly Held[], state: PlantNowState, rereads: boolean, nowMs: number): number {
  const stored = held.find(({ plantId }) => plantId === state.plantId)?.nextChangeAtMs ?? nowMs
  if (!Number.isFinite(stored)) return rereads ? state.nextChangeAtMs : stored
  return stored > nowMs + earlyMs && stored <= state.nextChangeAtMs ? stored : state.nextChangeAtMs
}

/** Devices that spoke, and those of which their rows say something else. */
const toWrites = (
  { plantId, devices }: PlantNowState,
  rows: ReadonlyMap<number, HeldDevice>,
  changed: ReadonlySet<number>,
  isReread: boolean,
): readonly DeviceWrite[] =>
  devices
    .filter(
      ({ device, state }) =>
        isReread || changed.has(device.deviceId) || rows.get(device.deviceId)?.told !== toldOf(state),
    )
    .map((one) => ({ ...one, plantId }))

type Heard = Readonly<{ plantId: number; deviceId: number; before: Newest | undefined; after: Newest }>

function apply(
  { plantId, deviceId, before, after }: Heard,
  plans: ReadonlyMap<number, PlantPlan>,
  memories: Map<number, DeviceMemory>,
): void {
  const plan = plans.get(plantId)
  const device = plan?.devices.find((one) => one.deviceId === deviceId)
  if (plan === undefined || device === undefined) return
  const memory = remember(memories.get(deviceId) ?? emptyMemory, plan, device, after, before)
  const areOthersMaking = plan.devices.some((other) => isOtherMaking(other, device, memories, after.atMs))
  memories.set(deviceId, judgeIdle(memory, areOthersMaking))
}

function isOtherMaking(
  other: DevicePlan,
  device: DevicePlan,
  memories: ReadonlyMap<number, DeviceMemory>,
  atMs: number,
): boolean {
  const memory = memories.get(other.deviceId)
  return other !== device && memory !== undefined && isMaking(other, memory, atMs)
}

async function readNewest(client: pg.PoolClient, plantIds: readonly number[]): Promise<readonly Heard[]> {
  if (plantIds.length === 0) return []
  const latest = await latestWithin(client, plantIds)
  return [...latest.values()].flat().map(({ plantId, deviceId, atMs, values }) => ({
    plantId,
    deviceId,
    before: undefined,
    after: { atMs, valueOf: (quantity) => values[quantity] },
  }))
}

async function removeGone(client: pg.PoolClient, plantIds: readonly number[]): Promise<void> {
  if (plantIds.length === 0) return
  await client.query(
    `delete from device_now n where n.plant_id = any($1::bigint[])
       and not exists (select from devices d where d.plant_id = n.plant_id and d.id = n.device_id)`,
    [plantIds],
  )
}
