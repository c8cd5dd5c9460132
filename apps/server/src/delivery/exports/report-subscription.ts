import type { Db } from '../../platform/db/database.ts'
import { readUnsubscribeToken, type Subscription } from '../../platform/mail/mail.ts'

/** The list of emails that schedules send. Its readers: the owner of a schedule, or a recipient. */
export const REPORT_LIST = 'reports'
export type Reader = Readonly<{ kind: 'owner' | 'recipient'; id: number }>

export const subscriptionOf = ({ kind, id }: Reader): Subscription => ({
  list: REPORT_LIST,
  subscriber: `${kind}:${id}`,
})

function readerOf(token: string): Reader | undefined {
  const read = readUnsubscribeToken(token)
  const [, kind, id] = /^(owner|recipient):(\d+)$/.exec(read?.list === REPORT_LIST ? read.subscriber : '') ?? []
  return kind === undefined ? undefined : { kind: kind as Reader['kind'], id: Number(id) }
}

/** Whether a reader ended these emails; who is gone did. undefined: no token of this list. */
export async function isReportEnded({ kysely }: Db, token: string): Promise<boolean | undefined> {
  const reader = readerOf(token)
  if (reader === undefined) return undefined
  if (reader.kind === 'owner') {
    const query = kysely.selectFrom('export_schedules').select('mails_owner').where('id', '=', reader.id)
    return (await query.executeTakeFirst())?.mails_owner !== true
  }
  const query = kysely.selectFrom('report_recipients').select('ended_at').where('id', '=', reader.id)
  const row = await query.executeTakeFirst()
  return row === undefined || row.ended_at !== null
}

/** Ends the emails of one schedule for one reader. Twice is as good as once. @returns false: no token of this list */
export async function endReport({ kysely }: Db, token: string, nowMs: number): Promise<boolean> {
  const reader = readerOf(token)
  if (reader === undefined) return false
  if (reader.kind === 'owner')
    await kysely.updateTable('export_schedules').set({ mails_owner: false }).where('id', '=', reader.id).execute()
  else
    await kysely
      .updateTable('report_recipients')
      .set({ ended_at: new Date(nowMs) })
      .where('id', '=', reader.id)
      .execute()
  return true
}
