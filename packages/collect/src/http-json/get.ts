import { request } from 'node:http'
import type { Socket } from 'node:net'
import { type Certificates, secureSocket } from '../secure-socket.ts'
import type { Io } from '../way.ts'

export type HttpReply = Readonly<{ status: number; body: string; challenge: string | undefined }>

/** The longest body of a device. */
const MOST_BYTES = 1024 * 1024
const CONNECT_MS = 5_000
/** A micro-controller that reads its meters meanwhile takes seconds. */
const REPLY_MS = 15_000
const NOTED_BYTES = 1_024

export type HttpConnection = Certificates & Readonly<{ isTls: boolean }>

/**
 * One GET over a connection of its own. Redirects are not followed: a reply is the device's own, or none.
 * @throws Error for a connection that fails, a reply that is too long or too late, or another certificate
 */
export async function get(
  io: Io,
  path: string,
  options: HttpConnection & Readonly<{ authorization?: string | undefined }>,
): Promise<HttpReply> {
  const plain = await io.connect({ timeoutMs: CONNECT_MS })
  let cancel = (): void => {}
  const late = new Promise<never>((_, reject) => {
    cancel = io.clock.after(REPLY_MS, () => reject(new Error('silent')))
  })
  // Not settled by anybody else where the reply comes first.
  late.catch(() => {})
  let received = ''
  let outcome: 'answered' | 'refused' | 'silent' = 'silent'
  try {
    const socket = options.isTls ? await Promise.race([secureSocket(plain, options), late]) : plain
    const reply = await Promise.race([ask(socket, path, options.authorization), late])
    received = `${reply.status} ${reply.body}`
    outcome = reply.status === 200 ? 'answered' : 'refused'
    return reply
  } finally {
    cancel()
    plain.destroy()
    io.note({
      atMs: io.clock.now(),
      about: { kind: 'path', name: path.slice(0, NOTED_BYTES) },
      // The headers hold the password.
      sent: Buffer.from(`GET ${path}`),
      received: Buffer.from(received.slice(0, NOTED_BYTES)),
      outcome,
    })
  }
}

function ask(socket: Socket, path: string, authorization: string | undefined): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const { remoteAddress = 'device', remotePort } = socket
    const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
    const sent = request({
      // Over the connection that was checked: no name is looked up.
      createConnection: () => socket,
      path,
      maxHeaderSize: 16 * 1024,
      // Small devices end lines with LF alone, state two lengths or have other letters in headers. Nothing follows on this
      // connection that could be smuggled.
      insecureHTTPParser: true,
      setHost: false,
      headers: {
        host: remotePort === undefined || remotePort === 80 || remotePort === 443 ? host : `${host}:${remotePort}`,
        accept: 'application/json, text/plain, */*',
        connection: 'close',
        ...(authorization === undefined ? {} : { authorization }),
      },
    })
    let isWhole = (): boolean => false
    const fail = (error: Error): void => {
      // Bytes behind a whole reply change nothing of it.
      if (!isWhole()) reject(error)
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('closed by the device')))
    sent.on('error', fail)
    sent.on('response', (reply) => {
      isWhole = () => reply.complete
      const parts: Buffer[] = []
      let length = 0
      reply.on('error', fail)
      reply.on('data', (part: Buffer) => {
        length += part.length
        if (length > MOST_BYTES) {
          socket.destroy()
          reject(new Error('too long'))
        } else parts.push(part)
      })
      reply.on('end', () => {
        const challenge = reply.headers['www-authenticate']
        resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8'), challenge })
      })
    })
    sent.end()
  })
}
