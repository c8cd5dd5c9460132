import { Refusal } from '@heliograph/domain/errors.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { decideStep, quarantined, type RefusedPower, refusedPowers, type StepDecision } from '../telemetry/telemetry.ts'
import type { Recounts } from './recounts.ts'

/** A refused step of a counter, and the decision on it; null: it is open. */
type RefusedStep = Readonly<{
  deviceId: number
  deviceName: string
  quantity: QuantityId
  /** Instant of the later reading. */
  atMs: number
  beforeWh: number
  afterWh: number
  decision: StepDecision | null
}>

// Years with four digits.
const everything = { fromMs: 0, toMs: Date.parse('9999-12-31T00:00:00Z') }

/** A plant's refused steps, newest first. An accepted one disappears once the history was recounted. */
export async function listRefusedSteps(db: Db, plantId: number): Promise<readonly RefusedStep[]> {
  const [steps, nameById] = await Promise.all([quarantined(db, plantId, everything), readNames(db, plantId)])
  return steps.map((step) => ({ ...step, deviceName: nameById.get(step.deviceId) ?? '' }))
}

/** Powers beyond what a device can deliver, of a quantity and UTC day; with its device's name. */
type NamedRefusedPower = RefusedPower & Readonly<{ deviceName: string }>

/** A plant's refused powers, newest first. Accepted ones disappear once the history was recounted. */
export async function listRefusedPowers(db: Db, plantId: number): Promise<readonly NamedRefusedPower[]> {
  const [powers, nameById] = await Promise.all([refusedPowers(db, plantId, everything), readNames(db, plantId)])
  return powers.map((power) => ({ ...power, deviceName: nameById.get(power.deviceId) ?? '' }))
}

async function readNames(db: Db, plantId: number): Promise<ReadonlyMap<number, string>> {
  const devices = await db.kysely.selectFrom('devices').select(['id', 'name']).where('plant_id', '=', plantId).execute()
  return new Map(devices.map(({ id, name }) => [id, name]))
}

export type StepKey = Readonly<{ plantId: number; deviceId: number; quantity: QuantityId; atMs: number }>

/**
 * Decides on a refused step, or the refused powers of a day, or (null) reopens it. An accepted step counts from the next recount on; a discarded one
 * stays out of every sum.
 * @throws Refusal NOT_FOUND @returns the previous decision, and whether the history is recounted
 */
export async function decideRefusedStep(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  step: StepKey,
  decision: StepDecision | null,
): Promise<Readonly<{ before: StepDecision | null; recounts: boolean }>> {
  return db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('step_decisions')
      .select('decision')
      .where('plant_id', '=', step.plantId)
      .where('device_id', '=', step.deviceId)
      .where('quantity', '=', step.quantity)
      .where('at', '=', new Date(step.atMs))
      .forUpdate()
      .executeTakeFirst()
    const before = (row?.decision ?? null) as StepDecision | null
    if (!(await decideStep(transaction, step, decision))) throw new Refusal('NOT_FOUND')
    const isCounted = (item: StepDecision | null): boolean => item === 'accepted'
    const isRecounted = isCounted(before) !== isCounted(decision)
    if (isRecounted) await recounts.ask(transaction, step.plantId)
    return { before, recounts: isRecounted }
  })
}
