/** Emails of a server without SMTP: files in a folder, which tests read like a mailbox. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const decode = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))

async function listEmailsTo(dataDir: string, to: string): Promise<readonly string[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const letters = await Promise.all(names.map(async (name) => decode(await readFile(join(folder, name), 'utf8'))))
  return letters.filter((letter) => /^To: .*$/im.exec(letter)?.[0].includes(to))
}

/** The code in the newest email to an address. @param count the number of emails that must have arrived */
export async function readCode(dataDir: string, to: string, count = 1): Promise<string> {
  await expect
    .poll(async () => (await listEmailsTo(dataDir, to)).length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count)
  const newest = (await listEmailsTo(dataDir, to)).at(-1) ?? ''
  // Between blanks: the boundaries between an email's parts are full of digits.
  const code = /(?:^|\s)(\d{6})(?=[\s.]|$)/m.exec(newest.slice(newest.search(/\r?\n\r?\n/)))?.[1]
  if (!code) throw new Error(`No code in the letter to ${to}`)
  return code
}

/** The link in the newest email to an address, with this prefix. */
export async function readLink(dataDir: string, to: string, begin: string, count = 1): Promise<string> {
  await expect
    .poll(async () => (await listEmailsTo(dataDir, to)).filter((letter) => letter.includes(begin)).length, {
      timeout: 20_000,
    })
    .toBeGreaterThanOrEqual(count)
  const letters = (await listEmailsTo(dataDir, to)).filter((letter) => letter.includes(begin))
  const newest = letters.at(-1) ?? ''
  return /^[^\s"<>)]+/.exec(newest.slice(newest.indexOf(begin)))?.[0] ?? ''
}

/** The words of a header in RFC 2047. */
const decodeWords = (header: string): string =>
  header.replace(/=\?utf-8\?([BQ])\?([^?]*)\?=(?:\s+(?==\?))?/gi, (_, kind: string, words: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(words, 'base64').toString('utf8') : decode(words.replaceAll('_', ' ')),
  )

export const subjectOf = (letter: string): string =>
  decodeWords(/^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(letter)?.[1] ?? '').replace(/\s+/g, ' ')

/** The subjects of all emails, oldest first. */
export async function readSubjects(dataDir: string): Promise<readonly string[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(names.map(async (name) => subjectOf(await readFile(join(folder, name), 'utf8'))))
}
