import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Email } from './mail-port.ts'
import { createOutbox, createSmtpMailer, type Mailer } from './mailer.ts'
import { createMail } from './send-mail.ts'
import type { SmsProvider } from './sms.ts'
import { type Mail, readMail } from './testing/read-mail.ts'

let database: TestDatabase
let lines: string[] = []
const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
const undo: (() => Promise<unknown> | unknown)[] = []
const waitFor = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: 15_000 })

beforeAll(async () => {
  database = await createTestDatabase(6)
  await database.db.kysely
    .insertInto('brands')
    .values({
      host: 'sonne.example.org',
      data: JSON.stringify({ texts: [{ type: 'SHOW_NAME', language: '', text: 'Sonnenwerk, "Süd"' }] }),
    })
    .execute()
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  lines = []
})
afterAll(() => database.drop())

/** A mail server that keeps what it gets. */
async function startSmtp(options: SMTPServerOptions = {}, port = 0) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // The pool keeps its connection open.
    closeTimeout: 50,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ ...readMail(Buffer.concat(parts).toString('latin1')), to })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  undo.push(close)
  const address = server.server.address()
  return { mails, close, port: typeof address === 'object' && address ? address.port : 0 }
}

async function openMail(mailer: Mailer, sms?: SmsProvider, nowMs?: () => number) {
  // Without a delay six tries are over before a test can start the server that they wait for.
  const rules = { retryDelayS: 0, retryLimit: 10_000 }
  const jobs = await createJobs({ db: database.db, log, now: Date.now, pollMs: 20, rules })
  const service = await createMail({
    db: database.db,
    jobs,
    mailer,
    sms,
    from: 'pv@example.org',
    publicUrl: 'https://pv.example.org',
    log,
    now: nowMs ?? Date.now,
  })
  undo.push(mailer.close, () => jobs.stop())
  return service
}

const email: Email = {
  to: 'maria@example.org',
  language: 'zh',
  kind: 'plantInvitation',
  values: { inviter: 'Maria <i>', plant: '林登霍夫', days: 7, link: 'https://pv.example.org/invitation?token=t' },
  host: 'sonne.example.org',
}
const code: Email = { ...email, kind: 'verificationCode', values: { code: '048392', minutes: 10, purpose: 'reset' } }
const countWaiting = async (): Promise<number> => {
  const { rows } = await database.db.pool.query<{ n: number }>(
    `select count(*) as n from pgboss.job where name in ('letters', 'codes', 'short-messages')`,
  )
  return rows[0]?.n ?? -1
}

it('sends an email as HTML and text, in Chinese, under the name of the brand', async () => {
  const smtp = await startSmtp()
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`))
  await service.sendEmail(email)
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
  const [mail] = smtp.mails
  expect(mail).toMatchObject({ to: ['maria@example.org'], subject: 'Maria <i> 与您共享电站 林登霍夫' })
  expect(mail?.headers.from).toContain('<pv@example.org>')
  expect(mail?.from).toBe('Sonnenwerk, "Süd"')
  expect(mail?.headers['auto-submitted']).toBe('auto-generated')
  expect(mail?.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@example\.org>$/)
  expect(mail?.text).toContain('林登霍夫')
  expect(mail?.text).toContain('https://pv.example.org/invitation?token=t')
  expect(mail?.html).toContain('Maria &#60;i&#62;')
  expect(mail?.html).toContain('href="https://pv.example.org/invitation?token=t"')
  await waitFor(async () => expect(await countWaiting()).toBe(0))
})

it('carries the brand that its reader used last, and so does its link', async () => {
  const { kysely } = database.db
  const { id } = await kysely
    .insertInto('brand_projects')
    .values({ key: 'acme', name: 'Acme', organization_id: null, version: 1, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { brand_id: id, version: 1, data: '{}', saved_at: new Date(), saved_by: null }
  await kysely.insertInto('brand_versions').values(row).execute()
  const person = { account: 'anna', email: 'anna@example.org', nickname: 'Anna', visit: 'acme@pv.example.org' }
  await kysely
    .insertInto('users')
    .values({ ...person, password_hash: null, phone: '+4930901821', moved_to: null })
    .execute()
  const smtp = await startSmtp()
  const texts: string[] = []
  const sms: SmsProvider = {
    send: async (_, text) => {
      texts.push(text)
      return 'sent'
    },
  }
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`), sms)
  await service.sendEmail({ ...email, host: '', to: 'anna@example.org' })
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.from).toBe('Acme')
  expect(smtp.mails[0]?.text).toContain('https://pv.example.org/invitation?token=t&clientStyle=acme')
  const known = { to: '+4930901821', language: 'en', host: '', kind: 'accountExists' } as const
  await service.sendSms({ ...known, values: { account: '+4930901821', link: 'https://pv.example.org/login' } })
  await waitFor(() => expect(texts).toHaveLength(1))
  expect(texts[0]).toMatch(/^Acme: .*https:\/\/pv\.example\.org\/login\?clientStyle=acme$/)
})

it('names no host that a stranger wrote into the request', async () => {
  const smtp = await startSmtp()
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`))
  const hosts = ['evil.example', 'evil.example:443', '', 'PV.example.org', 'sonne.example.org']
  for (const [index, host] of hosts.entries())
    await service.sendEmail({ ...code, language: 'en', host, to: `${index}@example.org` })
  await waitFor(() => expect(smtp.mails).toHaveLength(5))
  const named = smtp.mails.map(({ to, text, html }) => [
    to?.[0]?.[0],
    /(\w+)\.example/.exec(text)?.[1],
    /evil/.test(text + html),
  ])
  expect(named.sort()).toEqual([
    ['0', 'pv', false],
    ['1', 'pv', false],
    ['2', 'pv', false],
    ['3', 'pv', false],
    ['4', 'sonne', false],
  ])
})

it('commits and rolls back with the transaction that queued it', async () => {
  const smtp = await startSmtp()
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`))
  const failed = database.db.transaction(async (transaction) => {
    await service.sendEmail({ ...email, to: 'never@example.org' }, transaction)
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await service.sendEmail(email)
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.to).toEqual(['maria@example.org'])
})

it('retries after a rejection and logs no address, code or content', async () => {
  let refusals = 2
  const smtp = await startSmtp({
    onRcptTo(_, __, done) {
      refusals -= 1
      done(refusals >= 0 ? Object.assign(new Error('grey-listed maria@example.org'), { responseCode: 451 }) : null)
    },
  })
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`))
  await service.sendEmail(code)
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
  const ids = new Set(smtp.mails.map(({ headers }) => headers['message-id']))
  expect(ids.size).toBe(1)
  // The same again is told rarely.
  expect(lines.filter((line) => line.includes('a job failed'))).toHaveLength(1)
  expect(lines.join('')).toMatch(/SMTP failed: EENVELOPE RCPT TO 451/)
  expect(lines.join('')).not.toMatch(/maria|048392/)
})

it('gives up on an address that never accepts mail', async () => {
  const smtp = await startSmtp({
    onRcptTo(_, __, done) {
      done(Object.assign(new Error('no such user'), { responseCode: 550 }))
    },
  })
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`))
  await service.sendEmail(email)
  await waitFor(() => expect(lines.join('')).toContain('rejected permanently'))
  await waitFor(async () => expect(await countWaiting()).toBe(0))
})

it('delivers after an outage what was queued during it', async () => {
  const port = await freePort()
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${port}`))
  await service.sendEmail({ ...email, language: 'de' })
  await waitFor(() => expect(lines.join('')).toContain('a job failed'))
  const smtp = await startSmtp({}, port)
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.subject).toBe('Maria <i> gibt die Anlage 林登霍夫 für Sie frei')
})

it('signs in and logs neither password nor user name', async () => {
  const seen: string[] = []
  const smtp = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      seen.push(`${username} ${password}`)
      if (seen.length === 1) done(new Error('not yet'))
      else done(null, { user: username })
    },
  })
  const service = await openMail(createSmtpMailer(`smtp://us%40er:p%2Fw@127.0.0.1:${smtp.port}`))
  await service.sendEmail(email)
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
  expect(seen[0]).toBe('us@er p/w')
  expect(lines.join('')).toContain('EAUTH')
  expect(lines.join('')).not.toMatch(/p\/w|us@er/)
})

it('sends no email in plain text to a remote server unless configured to', async () => {
  const smtp = await startSmtp()
  // This machine, by a name that does not say so.
  const url = `smtp://[::ffff:127.0.0.1]:${smtp.port}`
  const mail = { from: 'pv@example.org', to: 'maria@example.org', text: 'x' }
  const mailers = [createSmtpMailer(url), createSmtpMailer(`${url}?tls=none`)] as const
  undo.push(...mailers.map(({ close }) => close))
  await expect(mailers[0].send(mail)).rejects.toThrow('STARTTLS')
  expect(smtp.mails).toEqual([])
  expect(await mailers[1].send(mail)).toBe('sent')
})

it('drops an expired code', async () => {
  let nowMs = 0
  const smtp = await startSmtp()
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`), undefined, () => nowMs)
  await database.db.transaction(async (transaction) => {
    await service.sendEmail(code, transaction)
    nowMs = 600_000
  })
  await waitFor(() => expect(lines.join('')).toContain('could not be sent in time'))
  await service.sendEmail({ ...code, to: 'second@example.org' })
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.to).toEqual(['second@example.org'])
})

it('does the work without sending anything', async () => {
  const smtp = await startSmtp()
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`))
  await service.pretend()
  await waitFor(async () => expect(await countWaiting()).toBe(0))
  await service.sendEmail(code)
  await waitFor(() => expect(smtp.mails).toHaveLength(1))
})

it('sends SMS and retries after a failure', async () => {
  const sent: string[] = []
  let failures = 1
  const sms: SmsProvider = {
    send: async (to, text) => {
      failures -= 1
      if (failures >= 0) throw new Error('the SMS gateway answered 503')
      sent.push(`${to} ${text}`)
      return 'sent'
    },
  }
  const smtp = await startSmtp()
  const service = await openMail(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`), sms)
  expect(service.hasSms).toBe(true)
  const values = { code: '048392', minutes: 10 }
  await service.sendSms({
    to: '+4930901820',
    language: 'de',
    kind: 'verificationCode',
    values,
    host: 'sonne.example.org',
  })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toContain('+4930901820 048392 ist Ihr Code für Sonnenwerk')
  expect(lines.join('')).not.toMatch(/048392|901820/)
})

it('writes emails to the outbox without an SMTP server and logs only the path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  undo.push(() => rm(folder, { recursive: true }))
  const outbox = join(folder, 'outbox')
  const service = await openMail(createOutbox(outbox, log))
  await service.sendEmail({ ...code, language: 'en' })
  await waitFor(async () => expect(await readdir(outbox)).toHaveLength(1))
  await waitFor(() => expect(lines.join('')).toContain('written to the outbox'))
  const [name = ''] = await readdir(outbox)
  const file = join(outbox, name)
  const mail = readMail((await readFile(file)).toString('latin1'))
  expect(mail.subject).toBe('Your code for Sonnenwerk, "Süd"')
  expect(mail.text).toContain('048392')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(lines.filter((line) => line.includes(file))).toHaveLength(1)
  expect(lines.join('')).not.toMatch(/048392|maria/)
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
