import { findRegisterMap } from '@heliograph/devices/catalog/registry.ts'
import { expect, test } from '@playwright/test'
import { connect, type Platform, signIn } from '../apps/simulator/src/platform.ts'
import { createRegisterBank } from '../apps/simulator/src/register-bank.ts'
import { demoAccount } from './running.ts'
import { atNoon, connectStick } from './stick.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

const SERIAL = 1_790_123_456
/** A lease of ten seconds, a second to ask, and what a busy machine adds. */
const soon = { timeout: 60_000, intervals: [200] }

/** Both nodes are real processes; the database belongs to neither. */
test.describe('two nodes on one database', () => {
  test.setTimeout(300_000)
  // Each goes on with the nodes and the plant of the one before.
  test.describe.configure({ mode: 'serial' })
  let two: TwoNodes
  let plantId = 0
  test.beforeAll(async () => {
    two = await startTwoNodes()
  })
  test.afterAll(async () => {
    await two?.stop()
  })

  const token = async (url: string): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'password',
      username: demoAccount.account,
      password: demoAccount.password,
    })
    const reply = await fetch(`${url}/oauth2-s/oauth/token`, { method: 'POST', body })
    return ((await reply.json()) as { access_token: string }).access_token
  }
  const lease = async () => (await two.query('select holder, generation from clock_lease'))[0]
  const clockOf = async (url: string): Promise<{ ranSecondsAgo: number | null; isLate: boolean }> =>
    ((await (await fetch(`${url}/readyz`)).json()) as { clock: { ranSecondsAgo: number | null; isLate: boolean } })
      .clock
  const node = (at: number) => {
    const found = two.nodes()[at]
    if (found === undefined) throw new Error(`no node ${at}`)
    return found
  }
  /** Another node leads, and the clock runs there. */
  const expectNewLeader = async (before: unknown, url: string): Promise<number> => {
    const beganMs = Date.now()
    await expect.poll(async () => (await lease())?.generation, soon).not.toBe(before)
    const tookMs = Date.now() - beganMs
    await expect.poll(async () => (await clockOf(url)).ranSecondsAgo, soon).toBeLessThan(5)
    return tookMs
  }

  test('serve one session, one live page and one logger together', async () => {
    const session = await token(node(0).url)
    const [first, second] = [connect(node(0).url, session), connect(node(1).url, session)] as [Platform, Platform]
    const plant = await first.call('POST /maintain-s/station', {
      body: {
        name: 'Lindenhof',
        type: 'HOUSE_ROOF',
        gridInterconnectionType: 'BATTERY_BACKUP',
        installedCapacity: 9.84,
        locationLat: 52.4,
        locationLng: 13.06,
        regionTimezone: 'Europe/Berlin',
        currency: 'EUR',
      },
    } as never)
    plantId = plant.id
    await second.call('POST /maintain-s/power/system/{id}/v2/gateway', {
      params: { id: plantId },
      body: { registerItems: [{ deviceSn: `${SERIAL}` }] },
    } as never)
    const map = findRegisterMap('sofar-2708')
    const bank = map && createRegisterBank(map, () => atNoon(4_200, 12_000))
    // Its connection is on the second node, the page on the first.
    const stick = connectStick(node(1).loggerPort, SERIAL, 'DESK000001', 'sofar-2708', {
      ...(bank && { answerDevice: bank.answer }),
    })
    stick.logger.powerOn()
    const leaving = new AbortController()
    const stream = await fetch(`${node(0).url}/maintain-s/live/station/${plantId}`, {
      headers: { authorization: `Bearer ${session}` },
      signal: leaving.signal,
    })
    let heard = ''
    const listening = (async () => {
      for await (const piece of stream.body as unknown as AsyncIterable<Uint8Array>)
        heard += new TextDecoder().decode(piece)
    })().catch(() => undefined)
    await stick.say(atNoon(4_200, 12_000))
    await expect.poll(() => heard, soon).toContain('4200')
    leaving.abort()
    await listening
    if (bank !== undefined) {
      await first.call('POST /maintain-s/station/{id}/commands', {
        params: { id: plantId },
        body: { permission: 'read' },
      } as never)
      const { data } = await first.call('POST /maintain-s/power/system/deviceList', {
        query: {},
        body: { stationId: plantId },
      } as never)
      const device = data.find(({ deviceSn }) => deviceSn === 'DESK000001')
      const outcome = await first.call('POST /maintain-s/power/system/{id}/device/{did}/read', {
        params: { id: plantId, did: device?.deviceId ?? 0 },
        body: {},
      } as never)
      expect(outcome).toMatchObject({ state: 'done' })
    }
    stick.logger.stop()
  })

  test('replace a leader that is frozen, killed or stopped, and lose nothing meanwhile', async () => {
    const stick = connectStick(two.loggerPort, SERIAL, 'DESK000001')
    stick.restart()
    let acknowledged = 0
    const say = async (): Promise<void> => {
      await stick.say(atNoon(4_000 + acknowledged, 12_010 + acknowledged))
      acknowledged += 1
    }
    const times: string[] = []
    const stored = async () => Number((await two.query('select count(*) as count from samples'))[0]?.count)
    const before = await stored()

    // Frozen: the first node leads, because it started first.
    let { generation } = (await lease()) ?? {}
    process.kill(node(0).pid, 'SIGSTOP')
    times.push(`frozen ${await expectNewLeader(generation, node(1).url)} ms`)
    generation = (await lease())?.generation
    process.kill(node(0).pid, 'SIGCONT')
    await say()
    // It has woken, and the other one still leads.
    await expect.poll(async () => (await clockOf(node(0).url)).isLate, soon).toBe(false)
    expect((await lease())?.generation).toBe(generation)

    // Killed.
    process.kill(node(1).pid, 'SIGKILL')
    times.push(`killed ${await expectNewLeader(generation, node(0).url)} ms`)
    await say()
    await two.replace(1)

    // Stopped in order: the next one leads at once.
    generation = (await lease())?.generation
    await node(0).stop()
    times.push(`stopped ${await expectNewLeader(generation, node(1).url)} ms`)
    await two.replace(0)

    // A rolling restart beside a logger that goes on sending.
    let isOver = false
    const sending = (async () => {
      while (!isOver) await say()
    })()
    for (const at of [0, 1]) {
      await node(at).stop()
      await two.replace(at)
    }
    isOver = true
    await sending
    // Both nodes are new ones now.
    for (let n = 0; n < 3; n += 1) await say()
    stick.logger.stop()
    expect(acknowledged).toBeGreaterThan(5)
    // One of a second is one; each that was acknowledged is there.
    expect((await stored()) - before).toBeGreaterThanOrEqual(acknowledged)
    test.info().annotations.push({ type: 'a new leader after', description: times.join(', ') })
    console.log(`a new leader: ${times.join(', ')}; ${acknowledged} records acknowledged and stored`)
  })

  test('take what one session did on either of them', async () => {
    const platform = await signIn(two.url, demoAccount.account, demoAccount.password)
    for (let round = 0; round < 4; round += 1)
      expect(await platform.call('GET /maintain-s/station/{id}', { params: { id: plantId } } as never)).toMatchObject({
        id: plantId,
        name: 'Lindenhof',
      })
  })
})
