import { toPlace } from '@heliograph/domain/address.ts'
import type { KnownLogger } from '../loggers/known-loggers.ts'
import type { SourceId } from '../loggers/source.ts'
import type { Arrival } from './arrival.ts'
import { isInRanges } from './ranges.ts'
import type { IngestSettings } from './settings.ts'
import type { Sight, Verdict } from './wire.ts'
import { wireOf } from './wires.ts'

/** Records of a logger that came from one place since then: the logger has proven itself. */
export type Believed = Readonly<{ source: SourceId; place: string; sinceMs: number }>

/** What the logger proved or failed to prove: `isNews`: worth a row at once. */
export type Trusted = Readonly<{ trust: unknown; isNews: boolean; duplicateAtMs: number | undefined }>

/** Who sent the records of a batch. */
export type Judged = Readonly<{
  /** The arrivals to store: unproven ones are kept raw, and nothing is learned from them. */
  arrivals: readonly Arrival[]
  /** By arrival as it came. */
  proven: ReadonlyMap<Arrival, boolean>
  refused: ReadonlySet<Arrival>
  trusts: ReadonlyMap<SourceId, Trusted>
  lines: ReadonlyMap<object, boolean>
  /** Loggers whose unproven records count now, and since when. */
  believed: readonly Believed[]
}>

/** Separates records of a registered logger from those of a sender who only knows its address. */
export function createTrust(known: (source: SourceId) => KnownLogger, settings: IngestSettings) {
  /** Connections that were proven or doubted. */
  const lines = new WeakMap<object, boolean>()
  /** What connections said of themselves before their logger had a plant: judged once it has one. */
  const early = new WeakMap<object, Pick<Sight, 'kind' | 'clue' | 'receivedAtMs'>>()

  return {
    judge: (arrivals: readonly Arrival[]): Judged => {
      const proven = new Map<Arrival, boolean>()
      const refused = new Set<Arrival>()
      const trusts = new Map<SourceId, Trusted>()
      const newLines = new Map<object, boolean>()
      const doubted = new Map<SourceId, number>()
      const believed: Believed[] = []

      const judgeOne = (arrival: Arrival): Verdict | undefined => {
        const { source, sight, clue, receivedAtMs } = arrival
        const logger = known(source)
        const judge = wireOf(source).judge
        if (sight === undefined || judge === undefined) return undefined
        const { connection, kind, address } = sight
        const tells = kind === 'handshake' || kind === 'live'
        if (logger.plant === undefined) {
          if (tells) early.set(connection, { kind, clue, receivedAtMs })
          return undefined
        }
        const before = trusts.get(source)
        const place = toPlace(address) ?? ''
        const { allowedSources: allowed, isStrict } = logger
        // The first sender after the proof need not be the logger that gave it.
        const proof = logger.home && wireOf(source).trustOf?.(logger.home)
        const about = {
          place,
          intervalMinutes: logger.facts.intervalMinutes ?? 5,
          policy: { isStrict, isListed: allowed.length === 0 ? undefined : isInRanges(address, allowed) },
        }
        let trust = before?.trust ?? logger.trust ?? proof
        let isLineProven = newLines.get(connection) ?? lines.get(connection)
        const said = isLineProven === undefined ? early.get(connection) : undefined
        if (said !== undefined && !tells) {
          const line = judge(trust, { ...about, ...said, isLineProven })
          trust = line.trust
          isLineProven = line.isProven
          newLines.set(connection, line.isProven)
        }
        const verdict = judge(trust, { ...about, kind, clue, receivedAtMs, isLineProven })
        trusts.set(source, {
          trust: verdict.trust,
          isNews: verdict.isNews || before?.isNews === true,
          duplicateAtMs: verdict.isDuplicate ? receivedAtMs : before?.duplicateAtMs,
        })
        // Neither a heartbeat nor a buffered record identifies the sender.
        if (tells) newLines.set(connection, verdict.isProven)
        if (verdict.believedSinceMs !== undefined) believed.push({ source, place, sinceMs: verdict.believedSinceMs })
        return verdict
      }

      const kept = arrivals.flatMap((arrival): readonly Arrival[] => {
        const verdict = judgeOne(arrival)
        if (verdict === undefined) return [arrival]
        proven.set(arrival, verdict.isProven)
        if (verdict.isProven) return [arrival]
        const { record, source } = arrival
        if (record === undefined) return []
        const count = (doubted.get(source) ?? 0) + 1
        if (known(source).unprovenRecords + count > settings.unprovenPerLogger) {
          refused.add(arrival)
          return []
        }
        doubted.set(source, count)
        return [{ ...arrival, clue: undefined, heard: undefined, record: { ...record, rawReason: 'unproven' } }]
      })
      return { arrivals: kept, proven, refused, trusts, lines: newLines, believed }
    },
    /** After the commit. */
    settle: (judged: Judged): void => {
      for (const [line, isProven] of judged.lines) lines.set(line, isProven)
    },
  }
}
