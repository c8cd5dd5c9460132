import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Delivery } from './delivery.ts'
import type { Email, Mail } from './mail-port.ts'
import { createOutbox, createSmtpMailer } from './mailer.ts'
import { removeOldMail } from './remove-old-mail.ts'
import { createMail } from './send-mail.ts'
import { createSmsProvider } from './sms.ts'

/** Creates the mail service from the environment's settings. */
export async function startMail(
  options: Readonly<{
    db: Db
    jobs: Jobs
    delivery: Delivery
    dataDir: string
    publicUrl: string
    log: Log
    onEmail: (email: Email, id: string) => Promise<void>
  }>,
): Promise<Readonly<{ mail: Mail; close: () => void }>> {
  const { db, jobs, delivery, publicUrl, log } = options
  const outbox = join(options.dataDir, 'outbox')
  const mailer = delivery.smtpUrl ? createSmtpMailer(delivery.smtpUrl) : createOutbox(outbox, log)
  if (!delivery.smtpUrl) log.info({ outbox }, 'no SMTP server is configured (SMTP_URL): emails are written to a folder')
  const sweep = (): void => void removeOldMail(outbox, Date.now() - DAY_MS)
  sweep()
  const sweeping = setInterval(sweep, HOUR_MS).unref()
  const mail = await createMail({
    db,
    jobs,
    mailer,
    sms: delivery.sms && createSmsProvider(delivery.sms),
    from: delivery.from ?? `heliograph@${senderDomain(publicUrl)}`,
    publicUrl,
    log,
    now: Date.now,
    onEmail: options.onEmail,
  })
  const close = (): void => {
    clearInterval(sweeping)
    mailer.close()
  }
  return { mail, close }
}

/** The sender's domain: a host name, because mail servers reject a bare IP address. */
function senderDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname
}
