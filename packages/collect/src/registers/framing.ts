import type { ReadReply, ReadRequest } from '@heliograph/wires/modbus/rtu.ts'

/** A piece of the stream of a connection. */
export type Framed =
  /** RTU frames carry no transaction. */
  | Readonly<{ kind: 'reply'; transaction: number | undefined; reply: ReadReply }>
  /** The peer waits for these bytes. */
  | Readonly<{ kind: 'return'; bytes: Uint8Array }>
  /** The peer said how it wants to be asked: the request is encoded once more. */
  | Readonly<{ kind: 'again' }>

/** How requests and replies stand in the stream of a connection. */
export type Framing = Readonly<{
  /** Replies carry the number of their request. Without it a late one would be taken for that of the next. */
  isNumbered: boolean
  encode: (transaction: number, request: ReadRequest) => Uint8Array
  /** The pieces that are complete with these bytes; 'lost': nothing tells where the next reply starts. */
  push: (bytes: Uint8Array) => readonly Framed[] | 'lost'
}>
