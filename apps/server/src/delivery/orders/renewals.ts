import { Refusal } from '@heliograph/domain/errors.ts'
import type { PaymentWords } from '@heliograph/domain/payment.ts'
import { cleanText } from '@heliograph/domain/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Placed, placeOrder } from './place-order.ts'
import { readSetting, saveSetting } from './settings.ts'

/** Orders more months for a logger's data plan. @throws Refusal NOT_FOUND, and as placeOrder */
export async function orderRenewal(
  db: Db,
  options: Readonly<{ loggerId: number; userId: number; months: number; note: string }>,
  nowMs: number,
): Promise<Placed> {
  const { loggerId, months, ...order } = options
  const logger = await db.kysely.selectFrom('loggers').select('plant_id').where('id', '=', loggerId).executeTakeFirst()
  if (logger?.plant_id == null) throw new Refusal('NOT_FOUND')
  const row = { kind: 'renewal', amount: months, plant_id: logger.plant_id, logger_id: loggerId } as const
  return placeOrder(db, await readRenewalPayment(db), { ...order, ...row, nowMs }, { months })
}

/** Empty texts while the operator has said nothing: nothing is sold until then. */
export async function readRenewalPayment({ kysely }: Db): Promise<PaymentWords> {
  return { text: '', link: '', ...((await readSetting(kysely, 'renewal')) as Partial<PaymentWords> | undefined) }
}

export const saveRenewalPayment = ({ kysely }: Db, { text, link }: PaymentWords): Promise<void> =>
  saveSetting(kysely, 'renewal', { text: cleanText(text, 1_000), link })
