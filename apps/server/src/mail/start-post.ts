import { join } from 'node:path'
import type { Db } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Delivery } from './delivery.ts'
import { createOutbox, createSmtpMailer } from './mailer.ts'
import type { Post } from './post.ts'
import { createPost } from './send-post.ts'
import { createSmsProvider } from './sms.ts'

/** The post as the environment wants it. */
export async function startPost(
  given: Readonly<{ db: Db; queue: Queue; delivery: Delivery; dataDir: string; publicUrl: string; log: Log }>,
): Promise<Readonly<{ post: Post; close: () => void }>> {
  const { db, queue, delivery, publicUrl, log } = given
  const outbox = join(given.dataDir, 'outbox')
  const mailer = delivery.smtpUrl ? createSmtpMailer(delivery.smtpUrl) : createOutbox(outbox, log)
  if (!delivery.smtpUrl) log.info({ outbox }, 'no SMTP server is configured (SMTP_URL): letters go into a folder')
  const post = await createPost({
    db,
    queue,
    mailer,
    sms: delivery.sms && createSmsProvider(delivery.sms),
    from: delivery.from ?? `heliograph@${senderDomain(publicUrl)}`,
    publicUrl,
    log,
    now: Date.now,
  })
  return { post, close: mailer.close }
}

/** A name, for an address in figures is none of a sender. */
function senderDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname
}
