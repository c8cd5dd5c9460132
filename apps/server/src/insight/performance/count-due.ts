import { setImmediate } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import { allDays } from '../../fleet/finance/finance.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import { countGridCharge } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { countPlantDays, SETTLES_MS } from './count-plant-days.ts'
import { type DuePlant, listDuePlants } from './due-plants.ts'
import { splitAgain } from './split-again.ts'

const YOUNG_MS = 3 * DAY_MS
const AGAIN_MS = 10 * MINUTE_MS
const SOON_MS = 2 * MINUTE_MS

/**
 * Judges complete days that are due: of plants whose day ended, of new plants, of late records, and all days of plants
 * that were recounted. Plants take turns, a piece of their days each, the newest days first; the plant that was fed or
 * edited last comes between those that wait longest. Safe on several nodes at once: the same days give the same rows.
 * Plants beyond the time follow in the next run.
 *
 * The plant that was fed last waits for the rest of the present run (its time, and the turn with which it ends), for the
 * start of the next one, and for one turn: within two minutes as long as no turn takes 45 seconds.
 * @param options.keepDays older days are not judged; 0: all are
 * @param options.clock milliseconds since any moment
 * @returns the number of turns
 */
export async function countDuePerformance(
  db: Db,
  nowMs: number,
  {
    signal,
    mostMs = 10_000,
    keepDays = 0,
    clock = () => performance.now(),
    turn = takeTurn,
  }: Readonly<{
    signal?: AbortSignal
    mostMs?: number
    keepDays?: number
    clock?: () => number
    turn?: typeof takeTurn
  }> = {},
): Promise<number> {
  const endsAt = clock() + mostMs
  const isOver = (): boolean => signal?.aborted === true || clock() > endsAt
  let turns = 0
  while (!isOver()) {
    const due = await listDuePlants(db, nowMs)
    if (due.length === 0) break
    for (const plant of due) {
      if (isOver()) break
      await turn(db, plant, nowMs, keepDays)
      turns++
      // Loggers and pages are served between the plants.
      await setImmediate()
    }
  }
  return turns
}

/** A piece of the days of one plant. */
export async function takeTurn(db: Db, plant: DuePlant, nowMs: number, keepDays: number): Promise<void> {
  const { id: plantId, since, isRecounted } = plant
  if (isRecounted) await forgetDays(db, plantId)
  const facts = await getFacts(db, plantId)
  const isSplit = await countGridCharge(db, plantId, allDays)
  const { reason, isDone } = await countPlantDays(db, facts, nowMs, keepDays)
  const row =
    isSplit && isDone && (await splitAgain(db, plantId, facts.zone))
      ? { due_at: new Date(nextDueMs(facts, reason, nowMs)), waiting_since: null }
      : { due_at: new Date(nowMs), waiting_since: since }
  const whole = { ...row, counted_at: new Date(nowMs), reason }
  await db.kysely
    .insertInto('performance_plants')
    .values({ plant_id: plantId, ...whole })
    .onConflict((conflict) => conflict.column('plant_id').doUpdateSet(whole))
    .execute()
}

/** All rows of a plant are counted again; each stays until its new one is there. */
const forgetDays = (db: Db, plantId: number) =>
  sql`update performance_days set samples = -1 where plant_id = ${plantId}`.execute(db.kysely)

function nextDueMs({ zone, createdAtMs }: Awaited<ReturnType<typeof getFacts>>, reason: string, nowMs: number): number {
  const nextDayMs = dayBounds(localDate(nowMs - SETTLES_MS, zone), zone).toMs + SETTLES_MS
  // The history of a new plant arrives in pieces.
  const isYoung = nowMs - createdAtMs < YOUNG_MS
  // Of a plant without any day yet the first ones come soon.
  const againMs = isYoung && reason !== '' ? SOON_MS : AGAIN_MS
  return Math.max(isYoung ? nowMs + againMs : nextDayMs, nowMs + againMs)
}
