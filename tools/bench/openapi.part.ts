import { createHash } from 'node:crypto'
import type { Ask } from './call-subjects.part.ts'

type Post = (path: string, body: object) => Promise<Readonly<Record<string, unknown>>>
/** A call of the SOLARMAN OpenAPI, and our own that says the same. */
type Pair = Readonly<{ name: string; foreign: (n: number) => Promise<unknown>; own: (n: number) => Promise<unknown> }>

const STATION_OFFSET = 100_000

/** Signs in as a client does, and pairs its calls with ours: of a plant at random each time. */
export async function pairCalls(url: string, ask: Ask, password: string, plants: number): Promise<readonly Pair[]> {
  const keys = await ask('POST', '/user-s/acc/token/solarman', { name: 'Bench', expiresInDays: 7, proof: { password } })
  const hash = createHash('sha256').update(String(keys.password)).digest('hex')
  const call = async (path: string, body: object, headers = {}) => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const read = (await reply.json()) as Record<string, unknown>
    if (read.success !== true) throw new Error(`${path}: ${JSON.stringify(read)}`)
    return read
  }
  const first = { appSecret: keys.appSecret, email: keys.account, password: hash }
  const given = await call(`/account/v1.0/token?appId=${keys.appId}`, first)
  const post: Post = (path, body) => call(path, body, { authorization: `bearer ${given.access_token}` })
  const plantOf = (n: number) => 1 + ((n * 7_919) % plants)
  const serials = new Map<number, string>()
  for (let n = 0; n < 50; n++) {
    const { deviceListItems } = await post('/station/v1.0/device', { stationId: plantOf(n) + STATION_OFFSET })
    const inverter = (deviceListItems as { deviceSn: string; deviceId: number }[]).find(
      ({ deviceId }) => deviceId === plantOf(n) * 2 - 1,
    )
    if (inverter !== undefined) serials.set(n, inverter.deviceSn)
  }
  return [
    {
      name: 'realTime : GET station/{id}',
      foreign: (n) => post('/station/v1.0/realTime', { stationId: plantOf(n) + STATION_OFFSET }),
      own: (n) => ask('GET', `/maintain-s/station/${plantOf(n)}`),
    },
    {
      name: 'realTime : GET operating/system/{id}',
      foreign: (n) => post('/station/v1.0/realTime', { stationId: plantOf(n) + STATION_OFFSET }),
      own: (n) => ask('GET', `/maintain-s/operating/system/${plantOf(n)}`),
    },
    {
      name: 'list of 20 : POST station/search',
      foreign: () => post('/station/v1.0/list', { page: 1, size: 20 }),
      own: () => ask('POST', '/maintain-s/operating/station/search?page=1&size=20', {}),
    },
    {
      name: 'currentData : POST device/v3/detail',
      foreign: (n) => post('/device/v1.0/currentData', { deviceSn: serials.get(n % serials.size) }),
      own: (n) => ask('POST', '/device-s/device/v3/detail', { deviceId: plantOf(n % serials.size) * 2 - 1 }),
    },
  ]
}

/** Both of each pair in turns, so that they meet the same load. The pauses keep to 300 calls in 10 s. */
export async function measurePairs(pairs: readonly Pair[], rounds: number): Promise<void> {
  for (const { name, foreign, own } of pairs) {
    const times = { foreign: [] as number[], own: [] as number[] }
    for (let n = 0; n < rounds + 10; n++) {
      for (const [kind, work] of Object.entries({ foreign, own })) {
        const began = performance.now()
        await work(n)
        if (n >= 10) times[kind as keyof typeof times].push(performance.now() - began)
      }
      await new Promise((resolve) => setTimeout(resolve, 35))
    }
    const at = (values: readonly number[], q: number) =>
      ([...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN).toFixed(1)
    const write = (values: readonly number[]) => `p50 ${at(values, 0.5)} ms, p95 ${at(values, 0.95)} ms`
    console.log(`${name.padEnd(44)} ${write(times.foreign)} : ${write(times.own)}`)
  }
}
