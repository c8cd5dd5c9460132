import type { Loan } from '@heliograph/domain/tariff/investment.ts'
import { lockPlant } from '../../people/sharing/sharing.ts'
import type { Db } from '../../platform/db/database.ts'

/** Cost of a plant and its funding, in its currency. null: unknown. */
export type Finances = Readonly<{
  constructionCost: number | null
  /** Paid once by a third party. */
  constructionSubsidy: number | null
  /** When it was paid: YYYY-MM-DD. */
  constructionDate: string | null
  /** The state's price per kWh of coal power with desulfurization: the measure of China's feed-in prices. */
  desulfurizationPrice: number | null
  /** Where the prices can be read. */
  tariffUrl: string
  loan: Loan | null
}>

export const noFinances: Finances = {
  constructionCost: null,
  constructionSubsidy: null,
  constructionDate: null,
  desulfurizationPrice: null,
  tariffUrl: '',
  loan: null,
}

export async function readFinances({ kysely }: Pick<Db, 'kysely'>, plantId: number): Promise<Finances> {
  const row = await kysely
    .selectFrom('plant_finances')
    .select('finances')
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  return { ...noFinances, ...(row?.finances as Partial<Finances> | undefined) }
}

/** Edits the parts that are given. @throws Refusal NOT_FOUND */
export async function editFinances(
  db: Db,
  plantId: number,
  edit: Partial<Finances>,
): Promise<Readonly<{ before: Finances; after: Finances }>> {
  return db.transaction(async (transaction) => {
    // Two edits at once follow each other.
    await lockPlant(transaction, plantId)
    const before = await readFinances({ kysely: transaction }, plantId)
    const after = { ...before, ...edit }
    const json = JSON.stringify(after)
    await transaction
      .insertInto('plant_finances')
      .values({ plant_id: plantId, finances: json })
      .onConflict((conflict) => conflict.column('plant_id').doUpdateSet({ finances: json }))
      .execute()
    return { before, after }
  })
}
