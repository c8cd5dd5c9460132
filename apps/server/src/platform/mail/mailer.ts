import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Log } from '../db/log.ts'

/**
 * Sends one email. refused: the address never accepts mail.
 * @throws Error worth a retry; its message, and `answer` by the other side, name no address
 */
export type Mailer = Readonly<{
  /** Emails leave this server; else they become files on it. */
  delivers: boolean
  send: (mail: SendMailOptions) => Promise<'sent' | 'refused'>
  close: () => void
}>

/** No content of an email can make this server read a file or fetch a URL. */
const safely = { disableFileAccess: true, disableUrlAccess: true } as const

/**
 * A pooled SMTP client. `smtps://` uses TLS from the start. With `smtp://` the server must offer STARTTLS, unless it runs on
 * this machine or the URL says `?tls=none`.
 * @param patienceMs how long the server may take to answer
 */
export function createSmtpMailer(smtpUrl: string, patienceMs = 10_000): Mailer {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:' || url.port === '465'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPlain =
    !secure && (['localhost', '127.0.0.1', '::1'].includes(host) || url.searchParams.get('tls') === 'none')
  const transport = createTransport({
    pool: true,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isPlain,
    ignoreTLS: isPlain,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    maxConnections: 3,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: 3 * patienceMs,
  })
  return {
    delivers: true,
    async send(mail) {
      try {
        await transport.sendMail({ ...mail, ...safely })
        return 'sent'
      } catch (error) {
        const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
        if (command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500) return 'refused'
        const answer = [code, command, responseCode].filter(Boolean).join(' ')
        throw Object.assign(new Error(`SMTP failed: ${answer}`), { answer })
      }
    },
    close: () => transport.close(),
  }
}

/** Without SMTP, emails become files that any mail program opens. They hold codes and links, so only this user can read them. */
export function createOutbox(folder: string, log: Log): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    delivers: false,
    async send(mail) {
      const { message } = await transport.sendMail({ ...mail, ...safely })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      const file = join(
        folder,
        `${time}-${String(mail.messageId)
          .replace(/[^\w-]/g, '')
          .slice(0, 36)}.eml`,
      )
      await writeFile(file, message as Buffer, { mode: 0o600 })
      log.info({ file }, 'no SMTP server is configured: an email was written to the outbox')
      return 'sent'
    },
    close: () => transport.close(),
  }
}
