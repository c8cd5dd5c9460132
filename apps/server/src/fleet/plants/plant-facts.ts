import { Refusal } from '@heliograph/domain/errors.ts'
import type { FormerModules } from '@heliograph/domain/former-modules.ts'
import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import { ordinaryMetering, type PlantMetering } from '@heliograph/domain/metering.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import type { PlantRight, PlantRole } from '@heliograph/domain/permissions.ts'
import { noContact, type PlantContact } from '@heliograph/domain/plant-contact.ts'
import { type PlantRecord, plantRecordParts } from '@heliograph/domain/plant-record.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type PlantsTable, type RecordColumns, recordColumns } from './tables.ts'

/** The record of an existing plant, with the planes of its modules (`planesOf`, domain/module-plane.ts). */
export type PlantFacts = PlantRecord &
  Readonly<{
    plantId: number
    createdAtMs: number
    planes: readonly ModulePlane[]
    formerModules: readonly FormerModules[]
    generationZero: GenerationZero
    metering: PlantMetering
    contact: PlantContact
  }>
/** Role and rights of the viewer. support: the owner lets the platform's support view it. */
export type Member = Readonly<{ role: PlantRole | 'support'; rights: readonly PlantRight[] }>

const columnOfPart = Object.entries(recordColumns) as readonly [keyof PlantRecord, keyof RecordColumns][]
const toRecord = (row: RecordColumns): PlantRecord =>
  Object.fromEntries(columnOfPart.map(([part, column]) => [part, row[column]])) as PlantRecord
export const toColumns = (plant: PlantRecord): RecordColumns =>
  Object.fromEntries(columnOfPart.map(([part, column]) => [column, plant[part]])) as RecordColumns

export const toFacts = (row: Selectable<PlantsTable>): PlantFacts => ({
  plantId: row.id,
  ...toRecord(row),
  planes: row.planes,
  formerModules: row.former_modules,
  generationZero: { belowW: row.zero_below_w, atNight: row.zero_at_night },
  metering: { ...ordinaryMetering, ...row.metering },
  contact: { ...noContact, ...row.contact },
  createdAtMs: row.created_at.getTime(),
})

/** @throws Refusal PARAM_ERROR for a name without visible characters */
export function cleanRecord(plant: PlantRecord): PlantRecord {
  const name = cleanLine(plant.name)
  if (name === '') throw new Refusal('PARAM_ERROR', { field: 'name' })
  return { ...plant, name, address: cleanLine(plant.address) }
}

/** The parts in which two records differ. */
export const findChanges = (before: PlantRecord, after: PlantRecord): readonly (keyof PlantRecord)[] =>
  plantRecordParts.filter((part) => before[part] !== after[part])

/** The record of a plant, locked until the transaction ends. @throws Refusal NOT_FOUND */
export async function getFactsForEdit(transaction: Kysely<Tables>, plantId: number): Promise<PlantFacts> {
  const query = transaction.selectFrom('plants').selectAll().where('id', '=', plantId)
  const row = await query.forNoKeyUpdate().executeTakeFirstOrThrow(notFound)
  return toFacts(row)
}

/** @throws Refusal NOT_FOUND */
export async function getFacts(db: Db, plantId: number): Promise<PlantFacts> {
  const row = await db.kysely
    .selectFrom('plants')
    .selectAll()
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow(notFound)
  return toFacts(row)
}
