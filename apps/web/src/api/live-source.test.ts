import type { FastSystem, LiveEvent } from '@heliograph/contract/maintain-s/system.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LiveDeps, type LiveMode, POLL_MS, retryDelayMs, SILENCE_MS, startLive } from './live-source.ts'
import { type PlantNow, toPlantNow } from './plant-now.ts'

const reason = { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null } as const
const equipment = { meters: [], pcs: [], compensation: [], weather: null, collectors: { total: 1, online: 1 } }
const system = (generationPower: number): FastSystem =>
  ({ generationPower, reason, equipment, generationZero: { below: null, atNight: false } }) as unknown as FastSystem

class FakeStream extends EventTarget {
  closed = false
  close(): void {
    this.closed = true
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }))
  }
  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}

let streams: FakeStream[]
let heard: (number | null)[]
let modes: LiveMode[]
let polls: number

function deps(changes: Partial<LiveDeps<PlantNow>> = {}): LiveDeps<PlantNow> {
  return {
    openStream: () => {
      const fakeStream = new FakeStream()
      streams.push(fakeStream)
      return fakeStream as unknown as EventSource
    },
    read: (data) => toPlantNow((data as LiveEvent).system),
    poll: async () => {
      polls += 1
      return toPlantNow(system(1000 + polls))
    },
    onNow: (plantNow) => heard.push(plantNow.pvW),
    onMode: (mode) => modes.push(mode),
    onFault: () => undefined,
    jitter: () => 0,
    ...changes,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  heard = []
  modes = []
  polls = 0
})
afterEach(() => vi.useRealTimers())

describe('startLive', () => {
  it('listens to the stream and makes no other calls', async () => {
    const source = startLive(deps())
    streams[0]?.say({ system: system(7) })
    await vi.advanceTimersByTimeAsync(POLL_MS * 2)
    expect(heard).toEqual([7])
    expect(modes).toEqual(['connecting', 'live'])
    expect(polls).toBe(0)
    source.stop()
    expect(streams[0]?.closed).toBe(true)
  })

  it('polls while the stream is down and returns to it', async () => {
    const source = startLive(deps())
    streams[0]?.fail()
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual([1001])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(streams).toHaveLength(2)
    streams[1]?.say({ system: system(9) })
    await vi.advanceTimersByTimeAsync(POLL_MS * 3)
    expect(heard).toEqual([1001, 9])
    expect(modes.at(-1)).toBe('live')
    source.stop()
  })

  it('claims no updates while polls fail too', async () => {
    let isDown = true
    const poll = async () => {
      if (isDown) throw new Error('down')
      return toPlantNow(system(1000))
    }
    const source = startLive(deps({ poll }))
    streams[0]?.fail()
    await vi.advanceTimersByTimeAsync(0)
    expect(modes.at(-1)).toBe('connecting')
    isDown = false
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(modes.at(-1)).toBe('polling')
    source.stop()
  })

  it('keeps polling every ten seconds while the stream keeps failing', async () => {
    const source = startLive(deps())
    streams[0]?.fail()
    await vi.advanceTimersByTimeAsync(2_000)
    streams[1]?.fail()
    await vi.advanceTimersByTimeAsync(POLL_MS * 2 - 2_000)
    expect(polls).toBe(3)
    source.stop()
  })

  it('quietly reopens a silent stream, which may be dead', async () => {
    const source = startLive(deps())
    streams[0]?.say({ system: system(7) })
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect(streams.map((stream) => stream.closed)).toEqual([true, false])
    expect(modes).toEqual(['connecting', 'live'])
    streams[1]?.fail()
    expect(modes.at(-1)).toBe('polling')
    source.stop()
  })

  it('stops while paused and starts again', async () => {
    const source = startLive(deps())
    streams[0]?.fail()
    source.pause()
    await vi.advanceTimersByTimeAsync(POLL_MS * 5)
    const pollsBefore = polls
    expect(streams).toHaveLength(1)
    source.resume()
    expect(streams).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(polls).toBe(pollsBefore)
    source.stop()
  })

  it('polls from the start without streams, and survives failures', async () => {
    const faults: unknown[] = []
    let failing = true
    const source = startLive(
      deps({
        openStream: undefined,
        poll: async () => {
          if (failing) throw new Error('away')
          return toPlantNow(system(3))
        },
        onFault: (fault) => faults.push(fault),
      }),
    )
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(faults).toHaveLength(2)
    failing = false
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(heard).toEqual([3])
    source.stop()
  })

  it('ignores unknown events', () => {
    const source = startLive(deps())
    streams[0]?.dispatchEvent(new MessageEvent('message', { data: 'not json' }))
    expect(heard).toEqual([])
    source.stop()
  })
})

describe('retryDelayMs', () => {
  it('doubles up to a minute, with random spread', () => {
    expect([1, 2, 3, 6, 9].map((failures) => retryDelayMs(failures, 0))).toEqual([2000, 4000, 8000, 60_000, 60_000])
    expect(retryDelayMs(1, 1)).toBe(2600)
  })
})
