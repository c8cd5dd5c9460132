import { findContact } from '@heliograph/domain/contact.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { exportLimits } from '@heliograph/domain/plant-export.ts'
import type { Kysely } from 'kysely'
import { findOwners } from '../../fleet/plants/plants.ts'
import { isInForce } from '../../people/accounts/accounts.ts'
import { postMessages } from '../../people/inbox/inbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { openText, sealText } from '../../platform/secret-key/secret-key.ts'
import { translateExport } from './export-texts.ts'
import { findLiveSchedule } from './live-schedule.ts'
import type { ScheduleEvery } from './schedule-times.ts'

/** A recipient of a schedule's emails. asked: did not confirm the address yet. ended: unsubscribed. */
export type Recipient = Readonly<{ id: number; address: string; state: 'asked' | 'confirmed' | 'ended' }>

const PURPOSE = 'report recipient'
const MARK = 'hgs1.'
/** An address without a confirmation by then is forgotten. */
const ASKED_DAYS = 14

const tokenOf = (id: number): string => sealText(String(id), PURPOSE).slice(MARK.length)

function idOf(token: string): number {
  try {
    return Number(openText(`${MARK}${token}`, PURPOSE))
  } catch {
    throw new Refusal('NOT_FOUND')
  }
}

/** Addresses as they are kept, each once. @throws Refusal PARAM_ERROR, TOO_MANY (`most`) */
export function cleanAddresses(options: readonly string[]): readonly string[] {
  const found = options.map((text) => {
    const contact = findContact(text.trim())
    if (contact?.kind !== 'email') throw new Refusal('PARAM_ERROR', { field: 'recipients' })
    return contact.value
  })
  const addresses = [...new Set(found)]
  if (addresses.length > exportLimits.recipients) throw new Refusal('TOO_MANY', { most: exportLimits.recipients })
  return addresses
}

type Invited = Readonly<{
  scheduleId: number
  plantId: number | null
  userId: number
  host: string
  name: string
  language: string
  accessTokenId: number | null
}>

/**
 * Asks each address once whether it wants the emails: reports must not go to strangers.
 * @throws Refusal TOO_MANY (`most`) for more unconfirmed addresses of one person than a day allows
 */
export async function addRecipients(
  transaction: Kysely<Tables>,
  options: Readonly<{ mail: Mail; publicUrl: string; addresses: readonly string[]; nowMs: number }> & Invited,
): Promise<void> {
  const { addresses, scheduleId, userId, plantId, host, language, accessTokenId, nowMs } = options
  if (addresses.length === 0) return
  const { asked } = await transaction
    .selectFrom('report_recipients as r')
    .innerJoin('export_schedules as s', 's.id', 'r.schedule_id')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('s.user_id', '=', userId)
    .where('r.asked_at', '>', new Date(nowMs - DAY_MS))
    .executeTakeFirstOrThrow()
  if (Number(asked) + addresses.length > exportLimits.requestsPerDay)
    throw new Refusal('TOO_MANY', { most: exportLimits.requestsPerDay })
  const rows = await transaction
    .insertInto('report_recipients')
    .values(
      addresses.map((address) => ({
        schedule_id: scheduleId,
        address,
        language,
        asked_at: new Date(nowMs),
        access_token_id: accessTokenId,
      })),
    )
    .returning(['id', 'address'])
    .execute()
  const { account } = await transaction
    .selectFrom('users')
    .select('account')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const plant = await namePlant(transaction, plantId, language, 'within')
  for (const { id, address } of rows)
    await options.mail.sendEmail(
      {
        to: address,
        language,
        kind: 'reportOffered',
        host,
        values: {
          inviter: account,
          plant,
          schedule: options.name,
          days: ASKED_DAYS,
          link: `${options.publicUrl}/reports/confirm?token=${tokenOf(id)}`,
        },
      },
      transaction,
    )
}

/** A plant's name, or the words for all plants: alone, or within a sentence. */
export async function namePlant(
  kysely: Kysely<Tables>,
  plantId: number | null,
  language: string,
  place: 'alone' | 'within',
): Promise<string> {
  if (plantId === null)
    return translateExport(language)(place === 'alone' ? 'exports.allPlants' : 'exports.allPlants.within')
  const row = await kysely.selectFrom('plants').select('name').where('id', '=', plantId).executeTakeFirst()
  return row?.name ?? ''
}

/** The recipients of schedules, by schedule. */
export async function listRecipients(
  { kysely }: Db,
  scheduleIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Recipient[]>> {
  if (scheduleIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('report_recipients')
    .selectAll()
    .where('schedule_id', 'in', [...scheduleIds])
    .orderBy('id')
    .execute()
  const bySchedule = new Map<number, Recipient[]>()
  for (const { id, schedule_id, address, confirmed_at, ended_at } of rows) {
    const state = ended_at !== null ? 'ended' : confirmed_at !== null ? 'confirmed' : 'asked'
    bySchedule.set(schedule_id, [...(bySchedule.get(schedule_id) ?? []), { id, address, state }])
  }
  return bySchedule
}

/**
 * The offer behind a confirmation link; changes nothing, because mail scanners follow links. @throws Refusal NOT_FOUND
 */
export async function lookAtOffer(
  db: Db,
  token: string,
  nowMs: number,
): Promise<Readonly<{ plant: string; schedule: string; every: ScheduleEvery; state: Recipient['state'] }>> {
  const { kysely } = db
  const row = await kysely
    .selectFrom('report_recipients as r')
    .innerJoin('export_schedules as s', 's.id', 'r.schedule_id')
    .select(['s.id', 's.name', 's.every', 's.plant_id', 'r.language', 'r.confirmed_at', 'r.ended_at'])
    .where('r.id', '=', idOf(token))
    .where(isInForce('r.access_token_id', nowMs))
    .executeTakeFirst()
  if (row === undefined || (await findLiveSchedule(db, row.id, nowMs)) === undefined) throw new Refusal('NOT_FOUND')
  return {
    plant: await namePlant(kysely, row.plant_id, row.language, 'within'),
    schedule: row.name,
    every: row.every,
    state: row.ended_at !== null ? 'ended' : row.confirmed_at !== null ? 'confirmed' : 'asked',
  }
}

/**
 * From now on the address gets the emails; again after it unsubscribed. The schedule's maker and the plant's owner are
 * notified: from then on another person has the data.
 * @throws Refusal NOT_FOUND
 */
export async function confirmRecipient(db: Db, token: string, nowMs: number): Promise<void> {
  const id = idOf(token)
  await lookAtOffer(db, token, nowMs)
  await db.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('report_recipients as r')
      .innerJoin('export_schedules as s', 's.id', 'r.schedule_id')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['r.address', 'r.confirmed_at', 'r.ended_at', 's.name', 's.plant_id', 's.user_id', 'u.account'])
      .where('r.id', '=', id)
      .forUpdate('r')
      .executeTakeFirstOrThrow(notFound)
    if (row.confirmed_at !== null && row.ended_at === null) return
    await transaction
      .updateTable('report_recipients')
      .set({ confirmed_at: new Date(nowMs), ended_at: null })
      .where('id', '=', id)
      .execute()
    const owners = row.plant_id === null ? [] : await findOwners(transaction, row.plant_id)
    const message = {
      kind: 'sharing',
      event: row.plant_id === null ? 'fleetReaderAdded' : 'reportReaderAdded',
      key: `reportReader:${id}:${nowMs}`,
      userIds: [...new Set([row.user_id, ...owners])],
      plantId: row.plant_id,
      atMs: nowMs,
      facts: { address: row.address, schedule: row.name, person: row.account },
      isMailed: false,
    } as const
    await postMessages(transaction, [message], nowMs)
  })
}

export const forgetUnconfirmed = ({ kysely }: Db, nowMs: number) =>
  kysely
    .deleteFrom('report_recipients')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', new Date(nowMs - ASKED_DAYS * DAY_MS))
    .execute()
