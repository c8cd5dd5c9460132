import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays } from '@heliograph/domain/time.ts'
import type { WeatherHour } from '@heliograph/domain/weather/weather-hour.ts'
import { type Provider, WeatherFault, type WeatherPlace, type WeatherRequest } from './provider.ts'
import type { WeatherSettings } from './providers.ts'

/** A service that needs longer is treated as one that does not answer. */
export const PATIENCE_MS = 20_000
const MOST_BYTES = 4 * 1024 * 1024

export type Answer = Readonly<{
  hours: readonly WeatherHour[]
  /** Until when the service says that its answer stays the same, UTC ms. */
  expiresMs: number | null
}>

/** How a service is asked. @param agent who asks, with a way to reach them: MET Norway refuses who does not say */
type Asking = Readonly<{ nowMs: number; agent: string; signal?: AbortSignal; patienceMs?: number }>

/** Asks the provider for some past days of a place, now and the days ahead. @throws WeatherFault */
export function fetchAnswer(
  { provider, baseUrl, key }: NonNullable<WeatherSettings>,
  place: WeatherPlace,
  options: Asking & Readonly<{ pastDays: number }>,
): Promise<Answer> {
  return ask(provider, baseUrl, provider.request(place, key, options.pastDays, options.nowMs), place, options)
}

/** Asks the provider's archive for UTC days (YYYY-MM-DD), both included; it has to have one. @throws WeatherFault */
export async function fetchArchive(
  { provider, archiveUrl, key }: NonNullable<WeatherSettings>,
  place: WeatherPlace,
  options: Asking & Readonly<{ from: string; to: string }>,
): Promise<readonly WeatherHour[]> {
  if (provider.archive === null || !archiveUrl) return []
  // Sums are of the hour before their stamp: those of the last hour stand on the next day.
  const request = provider.archive.request(place, key, options.from, addDays(options.to, 1))
  const { hours } = await ask(provider, archiveUrl, request, place, options)
  const day = ({ atMs }: WeatherHour): string => new Date(atMs).toISOString().slice(0, 10)
  return hours.filter((hour) => day(hour) >= options.from && day(hour) <= options.to)
}

async function ask(
  provider: Provider,
  baseUrl: string,
  { path, headers }: WeatherRequest,
  place: WeatherPlace,
  options: Asking,
): Promise<Answer> {
  const patience = AbortSignal.timeout(options.patienceMs ?? PATIENCE_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, patience]) : patience
  try {
    const reply = await fetch(`${baseUrl}${path}`, {
      headers: { accept: 'application/json', 'user-agent': options.agent, ...headers },
      // A service does not send its callers elsewhere, and a key must not follow.
      redirect: 'error',
      signal,
    })
    if (reply.status === 429 || reply.status >= 500) {
      await reply.body?.cancel()
      throw new WeatherFault('busy', `${provider.name} answers ${reply.status}`, readRetryAfter(reply, options.nowMs))
    }
    const text = await readText(reply)
    if (!reply.ok) throw new WeatherFault('refused', `${provider.name} answers ${reply.status}: ${text.slice(0, 200)}`)
    const expiresMs = Date.parse(reply.headers.get('expires') ?? '')
    return {
      hours: provider.parse(parseJson(text), place),
      expiresMs: Number.isFinite(expiresMs) ? expiresMs : null,
    }
  } catch (error) {
    if (error instanceof WeatherFault) throw error
    if (patience.aborted) throw new WeatherFault('timeout', `${provider.name} does not answer in time`)
    throw new WeatherFault('unreachable', `${provider.name} cannot be reached: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? cause.message : String(error)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WeatherFault('broken', 'the answer is no JSON, or ends too early')
  }
}

/** The whole body, as long as it is not endless. */
async function readText(reply: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = reply.body?.getReader()
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done || value === undefined) break
    bytes += value.byteLength
    if (bytes > MOST_BYTES) {
      await reader?.cancel()
      throw new WeatherFault('size', `the answer is longer than ${MOST_BYTES} bytes`)
    }
    parts.push(value)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Seconds or a date; at most a day. */
function readRetryAfter(reply: Response, nowMs: number): number | null {
  const text = reply.headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.min(24 * HOUR_MS, Math.max(0, ms)) : null
}
