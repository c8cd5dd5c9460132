/** A message as a mail program shows it. */
export type Mail = Readonly<{
  to: readonly string[]
  headers: Readonly<Record<string, string>>
  subject: string
  /** Name of the sender. */
  from: string
  text: string
  html: string
}>

/** Parses only the format that nodemailer writes (RFC 2045 to 2047). @param raw one character per byte */
export function readMail(raw: string): Mail {
  const headers = readHeaders(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  const partOf = (type: string) =>
    parts.find((part) => readHeaders(part.trimStart())['content-type']?.includes(type)) ?? ''
  return {
    to: [],
    headers,
    subject: decodeWords(headers.subject ?? ''),
    from: decodeWords(readQuoted((headers.from ?? '').replace(/\s*<[^>]*>$/, ''))),
    text: decodeBody(partOf('text/plain').trimStart()),
    html: decodeBody(partOf('text/html').trimStart()),
  }
}

/** A display name in quotation marks, which names with commas need. */
const readQuoted = (text: string): string => (/^".*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text)

function readHeaders(raw: string): Record<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(body, 'base64').toString('utf8')
        : decodeQuoted(body.replaceAll('_', ' ')),
    )

function decodeBody(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4)
  const encoding = readHeaders(part)['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
