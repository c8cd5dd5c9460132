import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { noNetworks } from '@heliograph/collect/reach/networks.ts'
import { expect, it, vi } from 'vitest'
import { startAgent } from './agent.ts'
import { LinkError, type ServerLink } from './link/server-link.ts'
import { openQueue } from './store/queue.ts'
import { createForgetfulDisk } from './testing/forgetful-disk.ts'
import { openAnchors } from './time/anchors.ts'
import { createBootClock } from './time/boot-clock.ts'

const SERVER_MS = Date.UTC(2026, 5, 1)

/** An agent with readings on its disk, and a server that answers deliveries like this. */
async function deliverAll(serials: readonly string[], take: (serials: readonly string[]) => object) {
  const disk = createForgetfulDisk(() => 0)
  const queue = await openQueue(disk, { mostBytes: 1e9 })
  const clock = createBootClock()
  const anchors = await openAnchors(disk, clock)
  const stamp = anchors.stamp(clock.now())
  for (const serial of serials)
    await queue.append({
      stamp,
      targetId: 1,
      intervalMs: 60_000,
      serial,
      type: 'INVERTER',
      profileId: 'x',
      values: {},
      texts: {},
      complaints: [],
      words: '',
    })
  const link: ServerLink = {
    call: async (name, body, { signal } = {}) => {
      const { readings } = body as { readings?: readonly { serial: string; atMs: number }[] }
      if (name === 'POST /agent-s/poll') {
        if ((body as { waitSeconds: number }).waitSeconds > 0)
          await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new LinkError(0, 'ended'))))
        return { nowMs: SERVER_MS, version: '1', targets: null, requests: [] } as never
      }
      for (const { atMs } of readings ?? []) expect(Math.abs(atMs - SERVER_MS)).toBeLessThan(60_000)
      return { nowMs: SERVER_MS, ...take((readings ?? []).map(({ serial }) => serial)) } as never
    },
  }
  const agent = await startAgent({
    link,
    disk,
    queue,
    anchors,
    clock,
    gate: createDeviceGate({ networks: noNetworks, loopbackPorts: [], ownPorts: new Set() }),
    ways: {},
    networks: () => [],
    version: '0',
    platform: 'test',
    random: () => 0,
    say: () => {},
  })
  await vi.waitFor(() => expect(agent.waiting()).toBe(0), { timeout: 20_000 })
  await agent.close()
  return disk
}

it('delivers what waits in one call, dated by the server', async () => {
  const calls: (readonly string[])[] = []
  await deliverAll(['a', 'b', 'c'], (serials) => {
    calls.push(serials)
    return { refused: [] }
  })
  expect(calls).toEqual([['a', 'b', 'c']])
})

it('leaves out the one reading that the server cannot read', async () => {
  const serials = Array.from({ length: 9 }, (_, n) => (n === 5 ? 'BAD' : `S${n}`))
  const stored: string[] = []
  const disk = await deliverAll(serials, (sent) => {
    if (sent.includes('BAD')) throw new LinkError(400, 'PARAM_ERROR')
    stored.push(...sent)
    return { refused: [] }
  })
  expect(stored).toEqual(serials.filter((serial) => serial !== 'BAD'))
  expect(JSON.parse(String(await disk.read('counts.json')))).toEqual({ refused: 1 })
})
