import type { Decoded } from '@heliograph/domain/reading.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createEndpoint, type EndpointOptions } from './endpoint.ts'
import { createHandClock, type HandClock } from './testing/hand-clock.ts'
import type { Heard, Opened, Tell, Way } from './way.ts'

const decoded: Decoded = {
  deviceSerial: 'A1',
  deviceType: 'INVERTER',
  profileId: 'test',
  values: { acPowerW: 5 },
  texts: {},
  complaints: [],
}
let clock: HandClock
let opens = 0
let polls: number[] = []
let heard: Heard[] = []
let closed = 0
beforeEach(() => {
  clock = createHandClock()
  opens = 0
  polls = []
  heard = []
  closed = 0
})

/** A way whose rounds a test decides. */
function wayOf(
  poll: ((tell: Tell) => Promise<void>) | undefined,
  more: Partial<Opened> & { open?: () => Promise<void> } = {},
): Way {
  return {
    id: 'test',
    ports: [1],
    secrets: [],
    readSettings: (value) => value,
    probe: async () => [],
    open: async (_target, _io, tell) => {
      opens += 1
      await more.open?.()
      return {
        isSingle: false,
        ended: new Promise(() => {}),
        close: () => {
          closed += 1
        },
        ...more,
        ...(poll && {
          poll: async () => {
            polls.push(clock.now())
            await poll(tell)
          },
        }),
      }
    },
  }
}
const start = (way: Way, options: Partial<EndpointOptions> = {}) =>
  createEndpoint({
    way,
    target: { settings: {}, devices: [] },
    clock,
    connect: () => Promise.reject(new Error('unused')),
    random: () => 0,
    intervalMs: 10_000,
    heard: (one) => void heard.push(one),
    ...options,
  })
const tellOne = async (tell: Tell): Promise<void> => tell.heard({ deviceKey: 'a', decoded, raw: Uint8Array.of(1) })

describe('an endpoint', () => {
  it('is read once per interval over one connection', async () => {
    const endpoint = start(wayOf(tellOne))
    await clock.turn(35_000)
    expect([opens, polls.length, heard.length]).toEqual([1, 4, 4])
    expect(endpoint.state()).toMatchObject({ state: 'working', rounds: 4, failedRounds: 0 })
    endpoint.close()
    await clock.turn(60_000)
    expect([polls.length, closed, clock.waiting()]).toEqual([4, 1, 0])
  })

  it('is closed between rounds where others need the connection', async () => {
    start(wayOf(tellOne, { isSingle: true }))
    await clock.turn(25_000)
    expect([opens, closed]).toEqual([3, 3])
  })

  it('waits longer after each failure, and goes on with the first success', async () => {
    let isDown = true
    const endpoint = start(
      wayOf(async () => {
        if (isDown) throw new Error('silent')
      }),
    )
    await clock.turn(16_000)
    // At 0, then 0.5, 1, 2, 4 and 8 s later with the lowest draw.
    expect(polls.map((atMs) => atMs - (polls[0] ?? 0))).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500])
    expect(endpoint.state()).toMatchObject({ state: 'waiting', failure: { reason: 'silent' } })
    await clock.turn(3_600_000)
    const gaps = polls.slice(1).map((atMs, n) => atMs - (polls[n] ?? 0))
    expect(Math.max(...gaps)).toBe(150_000)
    isDown = false
    await clock.turn(150_000)
    expect(endpoint.state()).toMatchObject({ state: 'working' })
    expect(endpoint.state().failure).toBeUndefined()
    const before = polls.length
    await clock.turn(10_000)
    expect(polls.length).toBeGreaterThan(before)
  })

  it('reads at once when a person asks, even while it waits', async () => {
    let isDown = true
    const endpoint = start(
      wayOf(async () => {
        if (isDown) throw new Error('silent')
      }),
    )
    await clock.turn(3_600_000)
    await expect(endpoint.refresh()).rejects.toThrow('silent')
    isDown = false
    await endpoint.refresh()
    const before = polls.length
    await endpoint.refresh()
    expect(polls.length).toBe(before)
  })

  it('never runs two rounds at once, and ends one that hangs', async () => {
    let active = 0
    let most = 0
    const endpoint = start(
      wayOf(async () => {
        active += 1
        most = Math.max(most, active)
        await new Promise<void>((resolve) => void clock.after(400_000, resolve))
        active -= 1
      }),
    )
    const asked = endpoint.refresh().catch((error: Error) => error.message)
    await clock.turn(180_000)
    expect(await asked).toBe('too slow')
    expect([most, closed]).toEqual([1, 1])
    expect(endpoint.state().failure).toMatchObject({ reason: 'too slow' })
  })

  it('opens a connection again that a sender ended', async () => {
    let end = (_: string): void => {}
    const endpoint = start(
      wayOf(undefined, {
        get ended() {
          return new Promise<string>((resolve) => {
            end = resolve
          })
        },
      }),
    )
    await clock.turn(60_000)
    expect(opens).toBe(1)
    end('closed by the device')
    await clock.turn(0)
    expect(endpoint.state()).toMatchObject({ state: 'waiting', failure: { reason: 'closed by the device' } })
    await clock.turn(1_000)
    expect(opens).toBe(2)
  })

  it('waits longer for a sender that hangs up again and again', async () => {
    const ends: (() => void)[] = []
    start(
      wayOf(undefined, {
        get ended() {
          return new Promise<string>((resolve) => {
            ends.push(() => resolve('closed by the device'))
          })
        },
      }),
    )
    for (let second = 0; second < 60; second += 1) {
      await clock.turn(1_000)
      ends.at(-1)?.()
    }
    expect(opens).toBeLessThan(9)
  })

  it('closes a connection that opens after it was closed itself', async () => {
    const endpoint = start(wayOf(tellOne, { open: () => new Promise((resolve) => void clock.after(5_000, resolve)) }))
    await clock.turn(1_000)
    endpoint.close()
    await clock.turn(10_000)
    expect([opens, closed, polls.length]).toEqual([1, 1, 0])
  })

  it('closes a connection that opens after its round was given up', async () => {
    start(wayOf(tellOne, { open: () => new Promise((resolve) => void clock.after(200_000, resolve)) }))
    await clock.turn(300_000)
    expect([closed, polls.length]).toEqual([1, 0])
  })
})
