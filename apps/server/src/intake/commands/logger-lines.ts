import type { SourceId } from '../../fleet/loggers/loggers.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Listener, listen, notify } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import type { FindLine, LineReply } from '../ingest/ingest.ts'

/** A logger is connected to one node; the others reach it through the database. */
const CHANNEL = 'logger_line'
/** A node that has the logger says so at once. */
const HERE_MS = 1_000
/** A little longer than the node itself waits for the device. */
const REPLY_MS = 12_000

type Message =
  | Readonly<{ kind: 'ask'; id: string; source: SourceId; rtu: string }>
  | Readonly<{ kind: 'here'; id: string }>
  | Readonly<{ kind: 'reply'; id: string; reply: Encoded }>
  | Readonly<{ kind: 'failed'; id: string; reason: string }>
type Encoded = Readonly<{ rtu: string }> | Exclude<LineReply, { rtu: Uint8Array }>
type Waiting = Readonly<{
  onHere: () => void
  resolve: (reply: LineReply | undefined) => void
  reject: (error: Error) => void
}>

export type LoggerLines = Readonly<{
  /** @returns undefined when no node has the logger; throws as `Line.ask` */
  ask: (source: SourceId, rtu: Uint8Array) => Promise<LineReply | undefined>
  close: () => Promise<void>
}>

/** Requests to loggers of all nodes. @param options.findLine of this node's sources */
export async function openLoggerLines(
  options: Readonly<{ db: Db; log: Log; findLine: FindLine; newId: () => string }>,
): Promise<LoggerLines> {
  const { db, log, findLine, newId } = options
  const waiting = new Map<string, Waiting>()
  const asked = new Set<string>()
  const tell = (message: Message): Promise<void> => notify(db.pool, CHANNEL, JSON.stringify(message))

  const answer = async ({ id, source, rtu }: Extract<Message, { kind: 'ask' }>): Promise<void> => {
    const line = findLine(source)
    if (line === undefined) return
    // Handled at once: it may fail before the other node knows.
    const outcome = line.ask(Buffer.from(rtu, 'hex')).then(
      (lineReply): Message => ({ kind: 'reply', id, reply: encode(lineReply) }),
      (error: unknown): Message => ({ kind: 'failed', id, reason: error instanceof Error ? error.message : 'failed' }),
    )
    await tell({ kind: 'here', id })
    await tell(await outcome)
  }
  const onMessage = (payload: string): void => {
    const message = JSON.parse(payload) as Message
    if (message.kind === 'ask') {
      if (!asked.has(message.id))
        void answer(message).catch((error: unknown) =>
          log.warn({ reason: reasonOf(error) }, 'a reply for another node was lost'),
        )
      return
    }
    const one = waiting.get(message.id)
    if (message.kind === 'here') one?.onHere()
    else if (message.kind === 'reply') one?.resolve(decode(message.reply))
    else one?.reject(new Error(message.reason))
  }
  const listener: Listener = listen(db, CHANNEL, onMessage, () => {}, { log })

  const askElsewhere = (source: SourceId, rtu: Uint8Array): Promise<LineReply | undefined> => {
    const id = newId()
    asked.add(id)
    return new Promise<LineReply | undefined>((resolve, reject) => {
      let timer = setTimeout(() => resolve(undefined), HERE_MS)
      const onHere = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => reject(new Error('timeout')), REPLY_MS)
      }
      const settle =
        <T>(finish: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer)
          finish(value)
        }
      waiting.set(id, { onHere, resolve: settle(resolve), reject: settle(reject) })
      tell({ kind: 'ask', id, source, rtu: Buffer.from(rtu).toString('hex') }).catch(settle(reject))
    }).finally(() => {
      waiting.delete(id)
      asked.delete(id)
    })
  }
  await listener.ready
  return {
    ask: (source, rtu) => findLine(source)?.ask(rtu) ?? askElsewhere(source, rtu),
    close: () => listener.close(),
  }
}

const encode = (reply: LineReply): Encoded =>
  'rtu' in reply ? { rtu: Buffer.from(reply.rtu).toString('hex') } : { loggerError: reply.loggerError }
const decode = (reply: Encoded): LineReply =>
  'rtu' in reply ? { rtu: new Uint8Array(Buffer.from(reply.rtu, 'hex')) } : reply
