import { Refusal } from '@heliograph/domain/errors.ts'
import {
  BEGINNING,
  currentRules,
  isSame,
  type MeteringRules,
  type MeteringTotals,
  ordinaryMetering,
  type PlantMetering,
  withRulesFrom,
} from '@heliograph/domain/metering.ts'
import { isDate, localDate } from '@heliograph/domain/time.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { assignPlantFlows, listDevicesOfPlants } from '../devices/devices.ts'
import { refuseIdleSources } from './metering-sources.ts'
import { getFactsForEdit, type PlantFacts } from './plant-facts.ts'
import type { Recounts } from './recounts.ts'

/** Absent parts stay. `from`: a day of the plant; undefined: all its history. */
export type MeteringChange = Readonly<{
  strategy?: MeteringRules['strategy'] | undefined
  methods?: Partial<MeteringRules['methods']> | undefined
  sources?: Partial<MeteringRules['sources']> | undefined
  totals?: Partial<MeteringTotals> | undefined
  from?: string | undefined
}>

export type MeteringResult = Readonly<{ before: PlantMetering; after: PlantMetering; recounts: boolean }>

/** Versions are all kept, and each sample searches them: more than this are no real history. */
const MOST_VERSIONS = 50

/**
 * Changes how a plant's energies are counted. The history is recounted where its days change.
 * @throws Refusal NOT_FOUND, PARAM_ERROR for a source that is none, or a day to come; TOO_MANY changes
 */
export async function editMetering(
  db: Db,
  recounts: Pick<Recounts, 'ask'>,
  plantId: number,
  change: MeteringChange,
  nowMs: number,
): Promise<MeteringResult> {
  const devices = (await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []
  return db.transaction(async (transaction) => {
    const facts = await getFactsForEdit(transaction, plantId)
    const before = facts.metering
    const after = applyChange(facts, change, nowMs)
    refuseIdleSources(change.sources, devices)
    await transaction
      .updateTable('plants')
      .set({ metering: isOrdinary(after) ? '{}' : JSON.stringify(after) })
      .where('id', '=', plantId)
      .execute()
    const isRecounted = await assign(transaction, plantId)
    if (isRecounted) await recounts.ask(transaction, plantId)
    await notify(transaction, 'plant_changed', String(plantId))
    return { before, after, recounts: isRecounted }
  })
}

const assign = (transaction: Kysely<Tables>, plantId: number): Promise<boolean> =>
  assignPlantFlows(
    async (text, values) => (await transaction.executeQuery(CompiledQuery.raw(text, values))).rows,
    [plantId],
  )

/** The metering after a change. @throws Refusal PARAM_ERROR, TOO_MANY */
export function applyChange(
  { metering, zone }: Pick<PlantFacts, 'metering' | 'zone'>,
  change: MeteringChange,
  nowMs: number,
): PlantMetering {
  const { from } = change
  if (from !== undefined && (!isDate(from) || from < '1970' || from > localDate(nowMs, zone)))
    throw new Refusal('PARAM_ERROR', { field: 'from' })
  const now = currentRules(metering)
  const rules: MeteringRules = {
    strategy: change.strategy ?? now.strategy,
    methods: { ...now.methods, ...change.methods },
    sources: { ...now.sources, ...change.sources },
  }
  // Without a change of the rules, and without a day, the history keeps the rules that it was counted by.
  const isKept = from === undefined && isSame(now, rules)
  const versions = isKept ? metering.versions : withRulesFrom(metering.versions, rules, from ?? BEGINNING)
  if (versions.length > MOST_VERSIONS) throw new Refusal('TOO_MANY', { most: MOST_VERSIONS })
  return { versions, totals: { ...metering.totals, ...change.totals } }
}

const isOrdinary = ({ versions, totals }: PlantMetering): boolean =>
  versions.length === 0 &&
  Object.entries(ordinaryMetering.totals).every(([part, value]) => totals[part as keyof MeteringTotals] === value)
