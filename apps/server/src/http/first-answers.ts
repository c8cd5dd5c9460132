import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, type Gzip, type ZlibParams } from 'node:zlib'
import { type CallName, endpoints } from '@heliograph/contract/calls.ts'
import { type Endpoint, isWrite } from '@heliograph/contract/endpoint.ts'
import { offeredLanguages, pickLanguage } from '@heliograph/domain/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { moveAddresses } from './base-path.ts'
import { isCompressed, pickCoding } from './compress-replies.ts'
import type { AskedScreen, DrawnScreen, ScreenDrawer } from './first-screen.ts'
import { parseCallName } from './paths.ts'
import { clockHeader, diskHeader } from './state-headers.ts'

/** A call of the page with the marks {id}, {language} and {host} in it (web/api/first-calls.ts). */
type FirstCall = Readonly<{ name: CallName; path: string; body?: string; isWide?: boolean }>
type Answer = Readonly<{ key: string; path: string; text: string }>

/** The scripts take longer to arrive; a page asks for itself what is not answered by then. */
const PATIENCE_MS = 2_000
/** A page waits for its document. */
const MOST_ANSWER_CHARACTERS = 64_000

const isPublic = ({ name }: FirstCall): boolean => endpoints[name].right.kind === 'public'

/** @throws Error for a call that changes something: opening an address must not */
function readFirstCalls(webDir: string): ReadonlyMap<string, readonly FirstCall[]> {
  const file = join(webDir, 'first-calls.json')
  const lists = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly FirstCall[]>) : {}
  for (const { name } of Object.values(lists).flat()) {
    const entry: Endpoint | undefined = endpoints[name]
    if (entry === undefined || isWrite(parseCallName(name).method, entry))
      throw new Error(`A document cannot answer ${name}`)
  }
  return new Map(Object.entries(lists))
}

/** A phone's page shows no list of plants beside a screen. */
const isPhone = ({ headers }: FastifyRequest): boolean => /\bMobi/.test(headers['user-agent'] ?? '')

/** The values of the marks in a list; a call whose mark has none is left to the page. */
function readMarks(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const { id } = request.query as Readonly<Record<string, unknown>>
  const [, host] = /^([\w.-]{1,253})$/.exec(request.hostname.toLowerCase()) ?? []
  return {
    id: typeof id === 'string' && /^\d{1,12}$/.test(id) ? id : undefined,
    host,
    language: pickLanguage(request.cookies.lan, request.headers['accept-language'], offeredLanguages(undefined)),
  }
}

function fill(call: FirstCall, marks: Readonly<Record<string, string | undefined>>): FirstCall | undefined {
  const isKnown = [...`${call.path}${call.body ?? ''}`.matchAll(/\{([a-z]+)\}/g)].every(
    ([, mark = '']) => marks[mark] !== undefined,
  )
  if (!isKnown) return undefined
  // Ids are numbers in a body.
  const put = (text: string): string =>
    text.replace(/"\{id\}"/g, marks.id ?? '').replace(/\{([a-z]+)\}/g, (_, mark: string) => marks[mark] ?? '')
  return { ...call, path: put(call.path), ...(call.body === undefined ? {} : { body: put(call.body) }) }
}

/** Headers that belong to the document alone. */
const documentHeaders = ['if-none-match', 'if-modified-since', 'range', 'content-length', 'content-type', 'expect']

async function ask(app: FastifyInstance, request: FastifyRequest, call: FirstCall): Promise<Answer | undefined> {
  const { method } = parseCallName(call.name)
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !documentHeaders.includes(name)),
  )
  const reply = await app.inject({
    method,
    url: call.path,
    remoteAddress: request.socket.remoteAddress ?? '',
    headers: {
      ...headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'sec-fetch-site': 'same-origin',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    },
    ...(call.body === undefined ? {} : { payload: call.body }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  if (reply.statusCode !== 200 || !isJson || reply.body.length > MOST_ANSWER_CHARACTERS) return undefined
  return { key: `${method} ${call.path} ${call.body ?? ''}`, path: call.path, text: reply.body }
}

/** The answers that came in time. Without the first of a session's there is no session, and the others are not asked for. */
async function findAnswers(
  listed: readonly FirstCall[],
  answer: (call: FirstCall) => Promise<Answer | undefined>,
  late: Promise<void>,
): Promise<readonly Answer[]> {
  const found: Answer[] = []
  const note = async (call: FirstCall): Promise<Answer | undefined> => {
    const reply = await answer(call).catch(() => undefined)
    if (reply !== undefined) found.push(reply)
    return reply
  }
  const [opening, ...others] = listed.filter((call) => !isPublic(call))
  const ofSession = async (): Promise<void> => {
    if (opening !== undefined && (await note(opening)) !== undefined) await Promise.all(others.map(note))
  }
  await Promise.race([late, Promise.all([...listed.filter(isPublic).map(note), ofSession()])])
  return [...found]
}

/** One object by call, `<` escaped: no answer ends the element. */
const toText = (answers: readonly Answer[]): string =>
  answers.map(({ key, text }) => `${JSON.stringify(key)}:${text}`.replace(/</g, '\\u003c')).join(',')

/** The script of the documents that shows a drawn screen (web/page-hints.ts): what is drawn stands before it. */
const SHOW_SCREEN = '<script id="show-screen"'
/** Cookies that the page reads before its first picture. */
const SHOWN_COOKIES = /^(?:lan(?:_[\w-]+)?|temperature)$/
const MOST_LANGUAGES = 10
const MOST_COOKIE_CHARACTERS = 40

/** The browser's languages, the most wanted first (RFC 9110, section 12.5.4). */
const readLanguages = (header = ''): readonly string[] =>
  header
    .split(',', MOST_LANGUAGES)
    .flatMap((part) => /^\s*([a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\s*(?:;|$)/.exec(part)?.[1] ?? [])

/** The sign-in, in the brand of the visited host: what it shows is nobody's. */
const SIGN_IN = 'sign-in'

/** Of the sign-in any address but one of another session or brand; of the pages behind it those that name a plant at most. */
function isDrawn(request: FastifyRequest, opens: string): boolean {
  const names = Object.keys(request.query as object)
  return opens === SIGN_IN
    ? !names.some((name) => name === 'token' || name === 'clientStyle')
    : names.every((name) => name === 'id')
}

/** Names of the words that answers hold about an account. */
const accountNames = new Set(['account', 'nickname', 'email', 'phone', 'name'])

/** Words of the answers that are not compressed, without those that others hold as well. */
function listSecrets(answers: readonly Answer[]): readonly string[] {
  const found = new Set<string>()
  const open = toText(answers.filter(({ path }) => isCompressed(path)))
  const note = (name: string, value: unknown): unknown => {
    if (accountNames.has(name) && typeof value === 'string' && value.length > 2 && !open.includes(value))
      found.add(value)
    return value
  }
  for (const { path, text } of answers) if (!isCompressed(path)) JSON.parse(text, note)
  return [...found]
}

function toAskedScreen(request: FastifyRequest, host: string, answers: readonly Answer[]): AskedScreen {
  const cookies = Object.entries(request.cookies).flatMap(([name, value = '']) =>
    SHOWN_COOKIES.test(name) && value.length <= MOST_COOKIE_CHARACTERS ? [`${name}=${value}`] : [],
  )
  return {
    url: new URL(request.url, `${request.protocol}://${host}`).href,
    languages: readLanguages(request.headers['accept-language']),
    cookies: cookies.join('; '),
    isWide: !isPhone(request),
    answers: `{${toText([...answers].sort((a, b) => (a.key < b.key ? -1 : 1)))}}`,
  }
}

type Opening = Readonly<{ request: FastifyRequest; html: string; opens: string; base: string }>

/** As React writes texts and values. */
const escapeText = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[sign] ?? '',
  )
const escapeValue = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** Nothing of it is shown, asked for or run before the script behind it decides. */
function toTemplate({ html, ...look }: DrawnScreen, base: string): string {
  const moved = base === '' ? html : moveAddresses(html, base)
  return `<template id="first-screen" data-look="${escapeValue(JSON.stringify(look))}">${moved}</template>`
}

/** The template of the first screen; empty where it cannot be drawn: the document goes without it. */
async function drawFirst(
  drawer: ScreenDrawer,
  { request, opens, base }: Opening,
  host: string | undefined,
  answers: readonly Answer[],
): Promise<string> {
  if (host === undefined || !isDrawn(request, opens)) return ''
  try {
    const drawn = await drawer.draw(toAskedScreen(request, host, answers), opens === SIGN_IN)
    if (drawn === undefined) return ''
    const template = toTemplate(drawn, base)
    return listSecrets(answers).some((text) => template.includes(escapeText(text))) ? '' : template
  } catch {
    // Hosts with labels that no address has, and machines without room for a thread.
    return ''
  }
}

const write = (out: Writable, text: string): void => {
  if (text !== '') out.write(text)
}

export type FirstAnswers = Readonly<{
  /** @returns undefined: this document is sent without answers */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    html: string,
    opens: string,
    base: string,
  ) => FastifyReply | undefined
}>

/**
 * Documents with the answers to the calls that their page makes first: its scripts have them when they begin. The part
 * that names the files leaves at once, then the first screen, drawn from the answers, and the answers follow. What is
 * compressed is decided as for the calls (compress-replies.ts).
 */
export function createFirstAnswers(
  app: FastifyInstance,
  webDir: string,
  drawer: ScreenDrawer,
  patienceMs = PATIENCE_MS,
): FirstAnswers {
  const lists = readFirstCalls(webDir)
  const writeAll = async (opening: Opening, out: Writable, gzip?: Gzip & ZlibParams) => {
    const { request, html, opens } = opening
    const marks = readMarks(request)
    const shown = html.lastIndexOf(SHOW_SCREEN)
    const end = html.lastIndexOf('</body>')
    const middle = shown < 0 ? end : shown
    out.write(html.slice(0, middle))
    gzip?.flush()
    const listed = (lists.get(opens) ?? []).flatMap((call) =>
      call.isWide && isPhone(request) ? [] : (fill(call, marks) ?? []),
    )
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    const answers = await findAnswers(listed, (call) => ask(app, request, call), late)
    clearTimeout(timer)
    // Without the brand's answer it would be a screen of ours.
    const isWhole = shown >= 0 && answers.length > 0 && answers.length === listed.length
    if (isWhole) write(out, await drawFirst(drawer, opening, marks.host, answers))
    write(out, html.slice(middle, end))
    gzip?.flush()
    const open = answers.filter(({ path }) => isCompressed(path))
    const secret = answers.filter(({ path }) => !isCompressed(path))
    write(out, `<script type="application/json" id="first-answers">{${toText(open)}`)
    if (gzip) await promisify(gzip.params.bind(gzip))(0, constants.Z_DEFAULT_STRATEGY)
    write(out, `${open.length > 0 && secret.length > 0 ? ',' : ''}${toText(secret)}}</script>`)
    out.end(html.slice(end))
  }
  return {
    send: (request, reply, html, opens, base) => {
      // Replies of calls say that the server is in trouble.
      const isTroubled = [diskHeader, clockHeader].flatMap(Object.keys).some((name) => reply.hasHeader(name))
      if (request.method !== 'GET' || !lists.has(opens) || isTroubled) return undefined
      const coding = pickCoding(request.headers['accept-encoding'], ['gzip'])
      // Its level can change on the way, which its type leaves out.
      const gzip =
        coding === undefined ? undefined : (createGzip({ level: constants.Z_BEST_COMPRESSION }) as Gzip & ZlibParams)
      // A reader that goes away destroys what is sent: never the gzip itself, which would throw while its level changes.
      const sent = new PassThrough()
      gzip?.on('error', (fault) => sent.destroy(fault)).pipe(sent)
      sent.once('close', () => gzip?.resume())
      void writeAll({ request, html, opens, base }, gzip ?? sent, gzip).catch((fault) => sent.destroy(fault as Error))
      if (coding !== undefined) reply.header('content-encoding', coding)
      return reply
        .code(200)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('vary', 'accept-encoding, cookie')
        .send(sent)
    },
  }
}
