import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Letter } from '../letter.ts'

export type Received = Readonly<{ path: string; headers: IncomingHttpHeaders; body: Buffer }>
export type Answer = Readonly<{ status: number; headers?: Record<string, string>; body?: string }> | 'hang' | 'reset'

/** A service on this machine that gives the configured answers and keeps the requests. */
export async function startService(answer: (received: Received, number: number) => Answer = () => ({ status: 200 })) {
  const received: Received[] = []
  const told = { answer }
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
      received.push(one)
      const said = told.answer(one, received.length)
      if (said === 'hang') return
      if (said === 'reset') request.socket.destroy()
      else reply.writeHead(said.status, said.headers).end(said.body ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    told,
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const sampleLetter: Letter = {
  id: '8b1f5d1e-7f3c-4a1b-9a57-0d9f3d7c6f11',
  kind: 'messages',
  language: 'de',
  brandName: 'Sonnenwerk',
  host: '',
  title: 'Lindenhof: Logger stumm',
  more: 'und 3 weitere',
  link: 'https://pv.example.org/messages',
  level: 2,
  lines: [{ label: 'Lindenhof · 1. Juni', text: '<b>Kein Strom</b> & Süd' }],
  atMs: Date.parse('2026-06-01T10:00Z'),
  messages: [
    {
      id: 7,
      kind: 'alarm',
      level: 2,
      count: 1,
      plantId: 3,
      firstAtMs: 0,
      lastAtMs: 1_000,
      entries: [
        {
          what: 'zeroPower',
          plantId: 3,
          plantName: 'Lindenhof',
          atMs: 0,
          facts: { powerW: 0 },
          alarm: { id: 'a', change: 'opened', level: 2 },
        },
      ],
    },
  ],
}
