import { DAY_MS } from './duration.ts'
/**
 * UTC offsets of IANA zones, cached as stretches of constant offset. One Intl call costs about a microsecond and a
 * backfill needs millions, so Intl is asked once per day of the time line and transitions are bisected.
 */
export type OffsetStretch = Readonly<{ fromMs: number; toMs: number; offsetMs: number }>

type ZoneState = {
  readonly format: Intl.DateTimeFormat
  readonly chunks: Map<number, readonly OffsetStretch[]>
  last: OffsetStretch
}

/** 25 days: a first lookup costs 26 Intl calls, and a year of data needs 15 chunks. */
const CHUNK_MS = 25 * DAY_MS
const MAX_ZONES = 1024
const MAX_CHUNKS_PER_ZONE = 512
/** Years 1 to 9999: the range of four digits. */
const MIN_AT_MS = Date.parse('0001-01-02T00:00:00Z')
const MAX_AT_MS = Date.parse('9999-12-31T00:00:00Z')

const zones = new Map<string, ZoneState>()

// Letters first: "+02:00" is a zone to some engines and a POSIX zone with the opposite sign to PostgreSQL.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

function openZone(name: string): ZoneState | undefined {
  const known = zones.get(name)
  if (known) return known
  if (!ZONE_NAME.test(name)) return undefined
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
  // Names come from requests and Intl ignores case, so the number of spellings is unlimited: clear the cache when full.
  if (zones.size >= MAX_ZONES) zones.clear()
  const state: ZoneState = { format, chunks: new Map(), last: { fromMs: 0, toMs: 0, offsetMs: 0 } }
  zones.set(name, state)
  return state
}

/**
 * Whether Intl knows the zone; old spellings count (Asia/Calcutta, Europe/Kiev), UTC offsets such as +02:00 do
 * not.
 */
export const isZone = (name: string): boolean => openZone(name) !== undefined

function queryOffset(format: Intl.DateTimeFormat, atMs: number): number {
  const fields = format.format(atMs).match(/\d+/g)
  const [month, day, year, hour, minute, second] = (fields ?? []).map(Number)
  const local = new Date(0)
  // setUTCFullYear, because Date.UTC maps the years 0 to 99 to 1900 to 1999.
  local.setUTCFullYear(year ?? Number.NaN, (month ?? 1) - 1, day ?? 1)
  local.setUTCHours(hour ?? 0, minute ?? 0, second ?? 0)
  return local.getTime() - Math.floor(atMs / 1000) * 1000
}

/** First whole second in (lowMs, highMs] that has the offset of highMs; both ends are whole seconds. */
function bisect(format: Intl.DateTimeFormat, lowMs: number, highMs: number, highOffsetMs: number): number {
  let low = lowMs / 1000
  let high = highMs / 1000
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (queryOffset(format, middle * 1000) === highOffsetMs) high = middle
    else low = middle
  }
  return high * 1000
}

function readChunk(format: Intl.DateTimeFormat, index: number): readonly OffsetStretch[] {
  const endMs = (index + 1) * CHUNK_MS
  const found: OffsetStretch[] = []
  let fromMs = index * CHUNK_MS
  let offsetMs = queryOffset(format, fromMs)
  for (let atMs = fromMs; atMs < endMs; atMs += DAY_MS) {
    const nextMs = atMs + DAY_MS
    const nextOffset = queryOffset(format, nextMs)
    if (nextOffset === offsetMs) continue
    const changeMs = bisect(format, atMs, nextMs, nextOffset)
    if (changeMs >= endMs) break
    found.push({ fromMs, toMs: changeMs, offsetMs })
    fromMs = changeMs
    offsetMs = nextOffset
  }
  found.push({ fromMs, toMs: endMs, offsetMs })
  return found
}

/**
 * The stretch of constant offset around an instant (cut at chunk borders, so neighbors may have the same offset).
 * Instants outside the years 1 to 9999 are clamped.
 * @throws RangeError for an unknown zone or an invalid instant
 */
export function offsetStretch(atMs: number, zone: string): OffsetStretch {
  const state = zones.get(zone) ?? openZone(zone)
  if (!state) throw new RangeError(`Unknown time zone ${zone.slice(0, 64)}`)
  const last = state.last
  if (atMs >= last.fromMs && atMs < last.toMs) return last
  if (Number.isNaN(atMs)) throw new RangeError('The instant is not a number')
  const at = Math.min(Math.max(atMs, MIN_AT_MS), MAX_AT_MS)
  const index = Math.floor(at / CHUNK_MS)
  let chunk = state.chunks.get(index)
  if (!chunk) {
    chunk = readChunk(state.format, index)
    if (state.chunks.size >= MAX_CHUNKS_PER_ZONE) state.chunks.clear()
    state.chunks.set(index, chunk)
  }
  const stretch = chunk.find((item) => at < item.toMs)
  if (!stretch) throw new RangeError(`No offset at ${at}`)
  state.last = stretch
  return stretch
}
