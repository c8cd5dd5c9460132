import { Readable } from 'node:stream'
import type pg from 'pg'

/** The part of pg's connection that carries a COPY; its own types leave it out. */
type Wire = Readonly<{
  stream: Readonly<{
    pause: () => void
    resume: () => void
    writableNeedDrain: boolean
    destroyed: boolean
    once: (event: 'drain' | 'close', run: () => void) => void
    off: (event: 'drain' | 'close', run: () => void) => void
  }>
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}>
/** Statement of its own kind, handed to `client.query`, which calls these as answers arrive. */
type Statement = Readonly<{
  submit: (wire: Wire) => void
  handleCopyData?: (message: { chunk: Buffer }) => void
  handleCopyInResponse?: (wire: Wire) => void
  handleCommandComplete: (message: { text: string }) => void
  handleReadyForQuery: () => void
  handleError: (error: Error) => void
}>

const BLOCK_BYTES = 256 * 1024

const send = (client: pg.Client, statement: Statement): void => {
  client.query(statement as unknown as pg.Submittable)
}

/** The bytes of `copy ... to stdout`, in blocks, read from the server no faster than they are taken. */
export function copyOut(client: pg.Client, text: string): Readable {
  let wire: Wire | undefined
  let block = Buffer.allocUnsafe(BLOCK_BYTES)
  let used = 0
  const out = new Readable({ highWaterMark: BLOCK_BYTES, read: () => wire?.stream.resume() })
  const push = (bytes: Buffer): void => {
    if (!out.push(bytes)) wire?.stream.pause()
  }
  const flush = (): void => {
    if (used > 0) push(block.subarray(0, used))
    block = Buffer.allocUnsafe(BLOCK_BYTES)
    used = 0
  }
  send(client, {
    submit: (connection) => {
      wire = connection
      connection.query(text)
    },
    handleCopyData: ({ chunk }) => {
      if (used + chunk.length > BLOCK_BYTES) flush()
      // A copy either way: the driver uses its buffer again.
      if (chunk.length > BLOCK_BYTES) push(Buffer.from(chunk))
      else used += chunk.copy(block, used)
    },
    handleCommandComplete: flush,
    handleReadyForQuery: () => void out.push(null),
    handleError: (error) => void out.destroy(error),
  })
  return out
}

/**
 * Sends blocks to `copy ... from stdin`, no faster than the server takes them. @returns how many rows the server stored
 * @throws Error of the blocks or of the server; the transaction has failed then
 */
export function copyIn(client: pg.Client, text: string, blocks: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    let rows = 0
    let pumping: Promise<void> = Promise.resolve()
    const pump = async (wire: Wire): Promise<void> => {
      try {
        for await (const block of blocks) {
          if (failure !== undefined) return
          wire.sendCopyFromChunk(block)
          if (wire.stream.writableNeedDrain) await untilDrained(wire)
        }
        wire.endCopyFrom()
      } catch (error) {
        failure ??= error as Error
        wire.sendCopyFail('the backup could not be read')
      }
    }
    send(client, {
      submit: (wire) => wire.query(text),
      handleCopyInResponse: (wire) => {
        pumping = pump(wire)
      },
      handleCommandComplete: ({ text: tag }) => {
        rows = Number(/^COPY (\d+)$/.exec(tag)?.[1])
      },
      handleReadyForQuery: () => {
        void pumping.then(() => (failure === undefined ? resolve(rows) : reject(failure)))
      },
      handleError: (error) => {
        failure ??= error
        // A lost connection is ready for no further query.
        void pumping.then(() => reject(failure))
      },
    })
  })
}

const untilDrained = ({ stream }: Wire): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.once('drain', done)
    stream.once('close', done)
    if (stream.destroyed) done()
  })
