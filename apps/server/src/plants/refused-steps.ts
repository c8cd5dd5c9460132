import { Refusal } from '@heliograph/domain/errors.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../db/database.ts'
import { decideStep, quarantined, type StepDecision } from '../telemetry/telemetry.ts'
import type { Recounts } from './recounts.ts'

/** A counter's step that was not believed, and what somebody decided on it; null: it is open. */
export type RefusedStep = Readonly<{
  deviceId: number
  deviceName: string
  quantity: QuantityId
  /** Instant of the later reading. */
  atMs: number
  beforeWh: number
  afterWh: number
  decision: StepDecision | null
}>

// The years of four digits.
const everything = { fromMs: 0, toMs: Date.parse('9999-12-31T00:00:00Z') }

/** A plant's, newest first. One that was accepted is believed, and no longer here once the history was recounted. */
export async function listRefusedSteps(db: Db, plantId: number): Promise<readonly RefusedStep[]> {
  const [steps, devices] = await Promise.all([
    quarantined(db, plantId, everything),
    db.kysely.selectFrom('devices').select(['id', 'name']).where('plant_id', '=', plantId).execute(),
  ])
  const nameById = new Map(devices.map(({ id, name }) => [id, name]))
  return steps.map((step) => ({ ...step, deviceName: nameById.get(step.deviceId) ?? '' }))
}

export type StepKey = Readonly<{ plantId: number; deviceId: number; quantity: QuantityId; atMs: number }>

/**
 * Decides on a refused step, or (null) opens it again. What is accepted counts from the recount that follows; what is
 * discarded stays out of every sum.
 * @throws Refusal NOT_FOUND @returns what was decided before, and whether the history is recounted
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
    const isCounted = (one: StepDecision | null): boolean => one === 'accepted'
    const isRecounted = isCounted(before) !== isCounted(decision)
    if (isRecounted) await recounts.ask(transaction, step.plantId)
    return { before, recounts: isRecounted }
  })
}
