import type { Kysely } from 'kysely'
import { findReaderVisit, type Reader, readBrand, styleLink, type Visited, writeVisit } from '../branding/branding.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import type { Tables } from '../db/tables.ts'
import type { Jobs, QueuedJob } from '../jobs/jobs.ts'
import { type EmailBrand, toEmailBrand } from './email-brand.ts'
import { writeContent, writeSms } from './email-content.ts'
import { PICTURE, renderHtml, renderText } from './email-html.ts'
import type { Email, Mail, Sms, WrittenEmail } from './mail-port.ts'
import type { Mailer } from './mailer.ts'
import type { SmsProvider } from './sms.ts'

/** A job in the queue: a message with the time after which it is useless, or no message (`pretend`). */
type Waiting<T> = Readonly<{ item: T | null; untilMs: number | null }>

const CODE_VALID_MS = 600_000

/** Sends through the queue: a crash loses no message, and no request waits for delivery. */
export async function createMail(
  options: Readonly<{
    db: Db
    jobs: Pick<Jobs, 'send' | 'work'>
    mailer: Mailer
    sms: SmsProvider | undefined
    /** The sender's address. */
    from: string
    publicUrl: string
    log: Log
    now: () => number
    /** Called with each email that was sent; its failure is the email's: both are tried again. */
    onEmail?: (email: Email, id: string) => Promise<void>
  }>,
): Promise<Mail> {
  const { db, jobs, mailer, sms, publicUrl, log, now } = options
  const ours = new URL(publicUrl).hostname
  const findOwn = (host: string, reader: Reader): Promise<Visited> => findReaderVisit(db, host, { ours, reader })
  const getBrandFor = async (visited: Visited, language: string): Promise<EmailBrand> =>
    toEmailBrand(await readBrand(db, visited), language, publicUrl)

  const send = ({ id, to, content, headers, attachments = [] }: Omit<WrittenEmail, 'host'>, brand: EmailBrand) =>
    mailer.send({
      from: { name: brand.name, address: options.from },
      to: { name: '', address: to },
      subject: content.subject,
      text: renderText(content),
      html: renderHtml(content, brand),
      // The same ID for every try, so that the recipient's server can detect a duplicate.
      messageId: `<${id}@${options.from.split('@')[1]}>`,
      attachments: [
        ...attachments.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
        ...(content.picture ? [{ filename: 'chart.png', cid: PICTURE, content: content.picture.png }] : []),
      ],
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
    })
  const styleValues = (values: Email['values'], own: Visited): Email['values'] =>
    typeof values.link === 'string' ? { ...values, link: styleLink(values.link, own, publicUrl) } : values
  const deliver = async (queued: Email, id: string): Promise<void> => {
    const own = await findOwn(queued.host, { email: queued.to })
    const email = { ...queued, values: styleValues(queued.values, own), host: own.host }
    await options.onEmail?.(email, id)
    const brand = await getBrandFor(own, email.language)
    const outcome = await send({ id, to: email.to, content: writeContent(email, brand.name), headers: {} }, brand)
    if (outcome === 'refused') log.warn({ job: id, kind: email.kind }, 'an email was rejected permanently')
  }
  const deliverSms = async (message: Sms, id: string): Promise<void> => {
    const own = await findOwn(message.host, { phone: message.to })
    const styled = { ...message, values: styleValues(message.values, own) }
    const text = writeSms(styled, (await getBrandFor(own, message.language)).name)
    if ((await sms?.send(message.to, text)) === 'refused') log.warn({ job: id }, 'an SMS was rejected permanently')
  }
  const unlessExpired =
    <T>(work: (item: T, id: string) => Promise<void>) =>
    async ({ item, untilMs }: Waiting<T>, { id }: Readonly<{ id: string }>): Promise<void> => {
      if (item === null) return
      if (untilMs !== null && now() >= untilMs) log.warn({ job: id }, 'a code could not be sent in time')
      else await work(item, id)
    }

  await jobs.work('letters', unlessExpired(deliver))
  await jobs.work('codes', unlessExpired(deliver))
  await jobs.work('short-messages', unlessExpired(deliverSms))

  const put = <T>(name: QueuedJob, item: T | null, isCode: boolean, within?: Kysely<Tables>) => {
    const waiting: Waiting<T> = { item, untilMs: isCode ? now() + CODE_VALID_MS : null }
    return jobs.send(name, waiting, within)
  }
  return {
    hasSms: sms !== undefined,
    hasMailServer: mailer.delivers,
    sendEmail: (email, within) => {
      const isCode = email.kind === 'verificationCode'
      // In the queue of the codes: the delivery time must not reveal whether the account exists.
      return put(isCode || email.kind === 'accountExists' ? 'codes' : 'letters', email, isCode, within)
    },
    sendSms: (message, within) => put('short-messages', message, message.kind === 'verificationCode', within),
    sendWritten: async (written) => {
      const own = await findOwn(written.host, { email: written.to })
      const { button } = written.content
      const styled = button && { ...button, link: styleLink(button.link, own, publicUrl) }
      const content = { ...written.content, button: styled }
      return send({ ...written, content }, await getBrandFor(own, content.language))
    },
    sendText: async (to, text) => {
      if (sms === undefined) throw new Error('no SMS provider is configured')
      return sms.send(to, text)
    },
    findBrand: async (wanted, language, userId) => {
      const own = await findOwn(wanted, { userId })
      return { host: writeVisit(own), name: (await getBrandFor(own, language)).name }
    },
    pretend: (within) => put('codes', null, true, within),
  }
}
