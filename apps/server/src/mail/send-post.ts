import type { Kysely } from 'kysely'
import { getBrand } from '../branding/branding.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import type { Tables } from '../db/tables.ts'
import type { Queue } from '../jobs/queue.ts'
import { type LetterBrand, toLetterBrand } from './letter-brand.ts'
import { writeContent, writeShortMessage } from './letter-content.ts'
import { renderHtml, renderText } from './letter-html.ts'
import type { Mailer } from './mailer.ts'
import type { Letter, Post, ShortMessage } from './post.ts'
import type { SmsProvider } from './sms.ts'

/** What waits in the queue: a letter with the time after which nobody wants it any more, or nothing (`pretend`). */
type Waiting<T> = Readonly<{ item: T | null; untilMs: number | null }>

const codeValidMs = 600_000

/** Over the queue, so that a letter is neither lost with its server nor waited for by who caused it. */
export async function createPost(
  given: Readonly<{
    db: Db
    queue: Queue
    mailer: Mailer
    sms: SmsProvider | undefined
    /** The sender's address. */
    from: string
    publicUrl: string
    log: Log
    /** Between the first two tries, s; it doubles. */
    retryDelayS?: number
    now: () => number
  }>,
): Promise<Post> {
  const { db, queue, mailer, sms, publicUrl, log, now } = given
  const brandOf = async ({ host, language }: Letter | ShortMessage): Promise<LetterBrand> =>
    toLetterBrand(await getBrand(db, host), language, publicUrl)

  const deliver = async (letter: Letter, id: string): Promise<void> => {
    const brand = await brandOf(letter)
    const content = writeContent(letter, brand.name)
    const outcome = await mailer.send({
      from: { name: brand.name, address: given.from },
      to: { name: '', address: letter.to },
      subject: content.subject,
      text: renderText(content),
      html: renderHtml(content, brand),
      // The same at every try, so that a doubled delivery can be told.
      messageId: `<${id}@${given.from.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
    if (outcome === 'refused') log.warn({ job: id, kind: letter.kind }, 'a letter was refused for good')
  }
  const deliverShort = async (message: ShortMessage, id: string): Promise<void> => {
    const text = writeShortMessage(message, (await brandOf(message)).name)
    if ((await sms?.send(message.to, text)) === 'refused') log.warn({ job: id }, 'a short message was refused for good')
  }
  const unlessLate =
    <T>(work: (item: T, id: string) => Promise<void>) =>
    async ({ item, untilMs }: Waiting<T>, { id }: Readonly<{ id: string }>): Promise<void> => {
      if (item === null) return
      if (untilMs !== null && now() >= untilMs) log.warn({ job: id }, 'a code could not be sent in time')
      else await work(item, id)
    }

  const { retryDelayS = 30 } = given
  // A code is wanted now or never: soon again, and apart from letters that may wait behind a dead server.
  const forCodes = { retryLimit: 7, retryDelayS: Math.ceil(retryDelayS / 6), keepMinutes: 15, batch: 4 }
  await queue.work('letters', { retryLimit: 10, retryDelayS, batch: 4 }, unlessLate(deliver))
  await queue.work('codes', forCodes, unlessLate(deliver))
  await queue.work('short-messages', forCodes, unlessLate(deliverShort))

  const put = <T>(name: string, item: T | null, isCode: boolean, within?: Kysely<Tables>) => {
    const waiting: Waiting<T> = { item, untilMs: isCode ? now() + codeValidMs : null }
    return queue.send(name, waiting, within)
  }
  return {
    hasSms: sms !== undefined,
    mail: (letter, within) => {
      const isCode = letter.kind === 'verificationCode'
      // With the codes, for who waits must not see by the time which of both it was.
      return put(isCode || letter.kind === 'accountExists' ? 'codes' : 'letters', letter, isCode, within)
    },
    sms: (message, within) => put('short-messages', message, message.kind === 'verificationCode', within),
    pretend: (within) => put('codes', null, true, within),
  }
}
