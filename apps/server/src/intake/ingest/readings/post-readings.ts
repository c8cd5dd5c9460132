import { type ErrorCode, Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { SourceId } from '../../../fleet/loggers/source.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Arrival } from '../arrival.ts'
import { createSenderBudgets } from '../budget.ts'
import type { Outcome } from '../outcomes.ts'
import type { Port } from '../port.ts'
import type { OpenSource, Source } from '../source.ts'
import { checkReading } from './check-reading.ts'
import { findDifferences } from './find-differences.ts'
import type { LeftOutValue, PostedDevice, ReadingRefusal, RefusedReason } from './posted.ts'
import { guessType, type PostedRecord, PROFILE_ID, toRecord } from './record.ts'
import { findSourceLogger } from './source-logger.ts'

export type ReadingsGiven = Readonly<{
  plantId: number
  userId: number | null
  /** The token or session under which calls are counted. */
  sender: string
  /** The origin of the request. */
  address: string
  /** The name of the sender in the plant's list of loggers. */
  source: string
  devices: readonly PostedDevice[]
}>

/** The outcome of one reading, by the positions of its device and itself in the request. */
export type ReadingResult = Readonly<{ device: number; reading: number }> &
  (
    | Readonly<{ state: 'stored' | 'repeated'; leftOutValues?: LeftOutValue[] }>
    | (Readonly<{ state: 'refused' }> & ReadingRefusal)
  )

export type ReadingsDesk = Readonly<{
  /** Resolves after the commit. @throws Refusal TOO_MANY_REQUESTS, UNAVAILABLE, ABNORMAL, PARAM_ERROR */
  post: (options: ReadingsGiven) => Promise<readonly ReadingResult[]>
  /** The same for a call that counts its senders itself. @throws Refusal UNAVAILABLE, ABNORMAL, PARAM_ERROR */
  store: (options: Omit<ReadingsGiven, 'sender'>) => Promise<readonly ReadingResult[]>
}>

/** Calls per sender; a call carries up to 1,000 readings. */
export const CALLS_PER_MINUTE = 60

/** Takes what programs post; a call is its own connection. */
export const openReadings: OpenSource<Source & ReadingsDesk> = ({ db, port, settings, now }) => {
  const { maxSampleAgeDays: maxAgeDays } = settings
  const spend = createSenderBudgets<string>(CALLS_PER_MINUTE, now)

  const store: ReadingsDesk['store'] = async (input) => {
    if (port.isFull()) throw new Refusal('UNAVAILABLE')
    const receivedAtMs = now()
    const source = cleanLine(input.source)
    if (source === '') throw new Refusal('PARAM_ERROR', { field: 'source' })
    const others = await findOthers(db, input)
    const drafts = input.devices.flatMap((device, index) =>
      toDrafts(device, index, { receivedAtMs, maxAgeDays, isOther: others.has(device.serial) }),
    )
    if (!drafts.some(({ posted }) => posted !== undefined)) return drafts.map(toRefused)
    const logger = await findSourceLogger(db, { ...input, source, nowMs: receivedAtMs })
    const outcomes = await submit(port, logger, drafts, { receivedAtMs, address: input.address })
    const repeated = drafts.filter((draft) => outcomes.get(draft) === 'repeated')
    const different = await findDifferences(
      db,
      input.plantId,
      repeated.flatMap(({ posted }) => posted ?? []),
    )
    return drafts.map((draft) => toResult(draft, outcomes.get(draft), different))
  }

  return {
    start: async () => {},
    close: async () => {},
    stats: () => ({}),
    store,
    post: async ({ sender, ...input }) => {
      spend(sender)
      return await store(input)
    },
  }
}

type Place = Readonly<{ device: number; reading: number; field: string }>
type Draft = Place &
  Readonly<{ posted?: PostedRecord; leftOutValues?: readonly LeftOutValue[]; refusal?: ReadingRefusal }>

function toDrafts(
  { serial, readings, ...about }: PostedDevice,
  device: number,
  input: Readonly<{ receivedAtMs: number; maxAgeDays: number; isOther: boolean }>,
): readonly Draft[] {
  const name = about.name && cleanLine(about.name)
  const model = cleanLine([about.maker, about.model].filter((item) => item !== undefined).join(' '))
  const { parentSerial } = about
  const type = about.type ?? guessType(Object.assign({}, ...readings.map(({ values }) => values)))
  return readings.map((item, reading): Draft => {
    const place = { device, reading, field: `devices.${device}.readings.${reading}` }
    if (input.isOther)
      return { ...place, refusal: refusalOf('ABNORMAL', 'deviceOfOtherLogger', `devices.${device}.serial`) }
    const read = checkReading(item, place.field, input)
    if ('reason' in read) return { ...place, refusal: read }
    const { leftOutValues, ...checked } = read
    return {
      ...place,
      leftOutValues,
      posted: {
        serial,
        ...(name && { name }),
        type,
        ...(model && { model }),
        ...(parentSerial && { parentSerial }),
        ...checked,
      },
    }
  })
}

/** Devices of the plant that report through their own logger: others must not write their counters. */
async function findOthers(
  db: Db,
  { plantId, devices }: Pick<ReadingsGiven, 'plantId' | 'devices'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.pool.query<{ serial: string }>(
    'select serial from devices where plant_id = $1 and serial = any($2::text[]) and profile_id <> $3 and announced_at is null',
    [plantId, devices.map(({ serial }) => serial), PROFILE_ID],
  )
  return new Set(rows.map(({ serial }) => serial))
}

async function submit(
  port: Port,
  source: SourceId,
  drafts: readonly Draft[],
  { receivedAtMs, address }: Readonly<{ receivedAtMs: number; address: string }>,
): Promise<ReadonlyMap<Draft, Outcome>> {
  const heard = { atMs: receivedAtMs, dataAtMs: receivedAtMs, address, facts: {} }
  const sent = drafts.filter(({ posted }) => posted !== undefined)
  const settled = await Promise.allSettled(
    sent.map(({ posted }, index) => {
      const record = posted && toRecord(posted)
      // A call counts as one contact.
      const first: Partial<Arrival> = index === 0 ? { heard, clue: receivedAtMs } : {}
      return port.submit({ source, receivedAtMs, record, ...first })
    }),
  )
  return new Map(
    sent.map((draft, index) => {
      const one = settled[index]
      return [draft, one?.status === 'fulfilled' ? one.value.outcome : 'store-failed']
    }),
  )
}

function toResult(draft: Draft, outcome: Outcome, different: ReadonlySet<PostedRecord>): ReadingResult {
  const { device, reading, field, posted, leftOutValues = [] } = draft
  const missing = leftOutValues.length === 0 ? {} : { leftOutValues: [...leftOutValues] }
  if (posted === undefined) return toRefused(draft)
  const refused = (code: ErrorCode, reason: RefusedReason, at = field): ReadingResult =>
    toRefused({ ...draft, refusal: refusalOf(code, reason, at) })
  switch (outcome) {
    case 'stored':
      return { device, reading, state: 'stored', ...missing }
    case 'repeated':
      return different.has(posted)
        ? refused('ABNORMAL', 'differentContent')
        : { device, reading, state: 'repeated', ...missing }
    case 'too-many-devices':
      return refused('TOO_MANY', 'tooManyDevices', `devices.${device}.serial`)
    default:
      return refused('UNAVAILABLE', 'notStored')
  }
}

const refusalOf = (code: ErrorCode, reason: RefusedReason, field: string): ReadingRefusal => ({ code, reason, field })

const toRefused = ({ device, reading, field, refusal }: Draft): ReadingResult => ({
  device,
  reading,
  state: 'refused',
  ...(refusal ?? refusalOf('UNAVAILABLE', 'notStored', field)),
})
