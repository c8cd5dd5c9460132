import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@playwright/test'
import { type Running, startDemo } from './running.ts'

// The workers of the run inherit it.
const DOOR = 'HELIOGRAPH_E2E_DEMO'

export type Demo = Readonly<{ url: string }>

/** One fleet for all who only need a fleet: filled when the first of them asks. @returns what ends it */
export async function offerDemo(): Promise<() => Promise<void>> {
  let demo: Promise<Running> | undefined
  const door = createServer((_, reply) => {
    demo ??= startDemo(15, 7)
    demo.then(
      ({ url }) => reply.end(url),
      (error: Error) => reply.writeHead(500).end(error.message),
    )
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  process.env[DOOR] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  return async () => {
    door.close()
    await demo?.then(
      (running) => running.stop(),
      () => {},
    )
  }
}

/** The demo, in the journeys of a file. Each of them leaves the fleet as it was. */
export function useDemo(): () => Demo {
  let demo: Demo
  test.beforeAll(async () => {
    // Filling a week of fifteen plants takes longer than most journeys.
    test.setTimeout(480_000)
    const [reply] = (await once(get(process.env[DOOR] ?? ''), 'response')) as [IncomingMessage]
    const said = await text(reply)
    if (reply.statusCode !== 200) throw new Error(`no demo: ${said}`)
    demo = { url: said }
  })
  return () => demo
}
