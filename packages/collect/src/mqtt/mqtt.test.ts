import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHandClock } from '../testing/hand-clock.ts'
import { openBroker } from '../testing/mqtt-broker.ts'
import type { Candidate, Exchange, Heard, Io, Target } from '../way.ts'
import { mqtt } from './mqtt.ts'
import { createPacketGuard, LONGEST_PACKET } from './packet-guard.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})

async function start(options: Parameters<typeof openBroker>[0] = {}) {
  const broker = await openBroker(options)
  undo.push(broker.close)
  const clock = createHandClock()
  const exchanges: Exchange[] = []
  const io: Io = {
    clock,
    note: (exchange) => exchanges.push(exchange),
    connect: async () => {
      const socket = connect(broker.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  }
  const heard: Heard[] = []
  const tell = {
    heard: (item: Heard) => void heard.push(item),
    otherDevice: () => {},
    asleep: () => {},
    leftOut: () => {},
  }
  const open = async (settings: object, devices: readonly Candidate[], assigned: Target['assigned'] = []) => {
    const opened = await mqtt.open({ settings: mqtt.readSettings(settings), devices, assigned }, io, tell)
    undo.push(opened.close)
    await vi.waitFor(() => expect(broker.subscriptions()).toContain('solar/#'))
    return opened
  }
  return { broker, clock, io, exchanges, heard, open }
}

const SERIAL = '116183000001'
const candidate = (key: string, opens: object = {}): Candidate => ({
  key,
  maker: '',
  model: '',
  serial: SERIAL,
  confidence: 1,
  why: 'broker',
  opens,
})

describe('a broker', () => {
  it('is listened to, and the devices that speak there are found', async () => {
    const { broker, clock, io } = await start({ user: 'me', password: 'secret' })
    broker.publish(`solar/${SERIAL}/0/power`, '270', { isRetained: true })
    broker.publish('tele/keller/SENSOR', '{"SML":{"Total_in":1,"odd":2}}', { isRetained: true })
    const probing = mqtt.probe(mqtt.readSettings({ user: 'me', password: 'secret' }), io)
    await vi.waitFor(() => expect(broker.subscriptions()).toContain('solar/#'))
    await vi.waitFor(async () => {
      await clock.turn(16_000)
      await expect(Promise.race([probing, Promise.resolve('open')])).resolves.not.toBe('open')
    })
    expect(await probing).toMatchObject([
      { key: `opendtu ${SERIAL}`, serial: SERIAL, role: 'generation', confidence: 0.9 },
      { key: 'tasmota keller SML', role: 'grid', confidence: 0.6, why: 'numbers' },
    ])
  })

  it('tells a device’s values together, and nothing that it retained', async () => {
    const { broker, clock, heard, open, exchanges } = await start()
    broker.publish(`solar/${SERIAL}/0/yieldtotal`, '5', { isRetained: true })
    await open({}, [candidate(`opendtu ${SERIAL}`)])
    broker.publish(`solar/${SERIAL}/0/power`, '270')
    broker.publish(`solar/${SERIAL}/0/frequency`, '50')
    broker.publish('solar/116183000002/0/power', '1')
    await vi.waitFor(() => expect(exchanges.length).toBeGreaterThanOrEqual(4))
    await clock.turn(2_500)
    expect(heard.map(({ deviceKey, decoded }) => [deviceKey, decoded.values])).toEqual([
      [`opendtu ${SERIAL}`, { acPowerW: 270, acFrequencyHz: 50 }],
    ])
  })

  it('with a password refuses another, and its end is told', async () => {
    const { broker, io, open } = await start({ user: 'me', password: 'secret' })
    await expect(mqtt.probe(mqtt.readSettings({ user: 'me', password: 'wrong' }), io)).rejects.toThrow(/authorized/i)
    const opened = await open({ user: 'me', password: 'secret' }, [candidate('x')])
    broker.hangUp()
    expect(await opened.ended).toMatch(/closed/)
  })

  it('over TLS keeps its certificate', async () => {
    const { io, open } = await start({ isTls: true })
    await open({ isTls: true }, [candidate('x')])
    const forged = { settings: { isTls: true, fingerprint: 'a'.repeat(64) }, devices: [] }
    await expect(mqtt.open(forged, io, {} as never)).rejects.toThrow('another certificate')
  })

  it('of a Victron is asked every half minute, through its bridge too', async () => {
    const { broker, clock, open } = await start()
    await open({ victron: 'abc123def456' }, [candidate('x')])
    const asked = { topic: 'R/abc123def456/keepalive', payload: '', isRetained: false }
    await vi.waitFor(() => expect(broker.received).toEqual([asked]))
    broker.publish('boat/N/0123456789ab/system/0/Serial', '{"value":"0123456789ab"}')
    await vi.waitFor(() => expect(broker.received.map(({ topic }) => topic)).toContain('boat/R/0123456789ab/keepalive'))
    const before = broker.received.length
    await clock.turn(30_000)
    await vi.waitFor(() => expect(broker.received).toHaveLength(before + 2))
    expect(new Set(broker.received.map(({ topic }) => topic.replace(/^.*R\//, 'R/').slice(0, 2)))).toEqual(
      new Set(['R/']),
    )
  })

  it('is listened to on topics that are announced, and on those of its owner', async () => {
    const { broker, clock, open } = await start()
    await open({ topics: 'house/#', discoveryPrefix: 'ha' }, [candidate('x')])
    expect(broker.subscriptions()).toEqual(expect.arrayContaining(['house/#', 'ha/#']))
    const config = { name: 'Power', stat_t: 'odd/place', unit_of_meas: 'W', dev: { ids: ['x'], name: 'inverter' } }
    broker.publish('ha/sensor/x/p/config', JSON.stringify(config))
    await vi.waitFor(async () => {
      await clock.turn(500)
      expect(broker.subscriptions()).toContain('odd/place')
    })
  })

  it('that floods is left', async () => {
    const { broker, open } = await start()
    const opened = await open({}, [candidate('x')])
    for (let n = 0; n < 40; n += 1) broker.publish('tele/x/SENSOR', 'x'.repeat(1024 * 1024))
    expect(await opened.ended).toBe('too many bytes')
  })

  it('that sends a packet without an end is left', async () => {
    const { broker, open } = await start()
    const opened = await open({}, [candidate('x')])
    // A message of 256 MiB is announced, which is too long to be left out.
    broker.send(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0x7f))
    expect(await opened.ended).toBe('packet too long')
  })

  it('whose messages are too long or no numbers goes on', async () => {
    const { broker, clock, heard, open, exchanges } = await start()
    await open({}, [candidate(`opendtu ${SERIAL}`)])
    // As long as a bridge of Zigbee2MQTT that describes a hundred devices.
    broker.publish('zigbee2mqtt/bridge/devices', 'x'.repeat(700_000), { isRetained: true })
    broker.publish(`solar/${SERIAL}/0/power`, '9'.repeat(65_000))
    broker.publish(`solar/${SERIAL}/0/power`, '')
    broker.publish(`solar/${SERIAL}/0/power`, '5')
    await vi.waitFor(() => expect(exchanges.length).toBe(3))
    await clock.turn(2_500)
    expect(heard.map(({ decoded }) => decoded.values)).toEqual([{ acPowerW: 5 }])
  })
})

describe('the guard of packets', () => {
  const run = (chunks: readonly Uint8Array[], skipsMessages = false) =>
    new Promise<number | string>((resolve) => {
      const guard = createPacketGuard({ skipsMessages })
      let bytes = 0
      guard.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      guard.on('error', ({ message }) => resolve(message))
      guard.on('end', () => resolve(bytes))
      for (const chunk of chunks) guard.write(chunk)
      guard.end()
    })
  const packet = (length: number) => {
    const head = [0x30]
    for (let rest = length; ; rest >>= 7) {
      head.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      if (rest <= 0x7f) break
    }
    return Buffer.concat([Buffer.from(head), Buffer.alloc(length)])
  }
  it('passes packets on, however they are cut', async () => {
    const all = Buffer.concat([packet(0), packet(1), packet(127), packet(128), packet(LONGEST_PACKET), packet(5)])
    for (const size of [1, 2, 3, 1_000, all.length]) {
      const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
        all.subarray(n * size, (n + 1) * size),
      )
      expect(await run(chunks)).toBe(all.length)
    }
    expect(await run([packet(5), packet(LONGEST_PACKET + 1)])).toBe('packet too long')
    expect(await run([Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff, 1)])).toBe('packet too long')
  })

  it('leaves out messages that are too long where it may, unless they want an answer', async () => {
    const short = packet(5)
    const all = Buffer.concat([short, packet(LONGEST_PACKET + 1), short, packet(700_000), short])
    for (const size of [1_000, 65_537, all.length]) {
      const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
        all.subarray(n * size, (n + 1) * size),
      )
      expect(await run(chunks, true)).toBe(3 * short.length)
    }
    const acknowledged = packet(LONGEST_PACKET + 1)
    acknowledged[0] = 0x32
    expect(await run([acknowledged], true)).toBe('packet too long')
  })
})

describe('settings of a broker', () => {
  it.each([
    [{ topics: 'a/#/b' }, 'topics'],
    [{ topics: 'a+' }, 'topics'],
    [{ topics: '' }, 'topics'],
    [{ topics: ['a'] }, 'topics'],
    [{ topics: 'a,'.repeat(21) }, 'topics'],
    [{ victron: 'ABC' }, 'victron'],
    [{ password: '' }, 'password'],
    [{ host: 'x' }, 'host'],
    [[], 'settings'],
  ])('refuse %j', (settings, field) => expect(() => mqtt.readSettings(settings)).toThrow(new RangeError(field)))

  it('take topics with wildcards for whole levels', () => {
    expect(mqtt.readSettings({ topics: '#, a/+/b, +/x/#,/a' })).toEqual({ topics: '#, a/+/b, +/x/#,/a' })
  })

  it('take what their owner says of numbers, and list them', async () => {
    const { broker, clock, heard, open, exchanges } = await start()
    const device = 'tasmota keller X'
    const opened = await open(
      { generating: 'tasmota plug' },
      [candidate(device), candidate('tasmota plug')],
      [
        { device, name: 'P', use: { quantity: 'gridPowerW', unit: 'kW', isTurned: true } },
        { device, name: 'x', use: { quantity: 'gridFrequencyHz', unit: 'Hz' } },
        { device, name: 'Nacht', use: 'ignored' },
      ],
    )
    broker.publish('tele/keller/SENSOR', '{"X":{"P":1.5,"x":50,"Nacht":7}}')
    broker.publish('tele/plug/SENSOR', '{"ENERGY":{"Total":2}}')
    broker.publish('tele/other/SENSOR', '{"X":{"P":1}}')
    await vi.waitFor(() => expect(exchanges).toHaveLength(3))
    await clock.turn(2_500)
    expect(heard.map(({ decoded }) => decoded.values)).toEqual([
      { gridPowerW: -1_500, gridFrequencyHz: 50 },
      { generationTotalWh: 2_000 },
    ])
    // Those of a device that the plant does not have are nobody's.
    expect(opened.numbers?.()).toEqual([
      { device, name: 'P', value: 1.5, guess: { quantity: 'gridPowerW', unit: 'W' } },
      { device, name: 'x', value: 50 },
      { device, name: 'Nacht', value: 7 },
    ])
  })
})
