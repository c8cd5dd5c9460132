import { toPlace } from '@heliograph/domain/address.ts'
import type { KnownLogger } from '../../fleet/loggers/known-loggers.ts'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { type Arrival, identityOf } from './arrival.ts'
import type { StoredFacts } from './findings.ts'
import { addGuess, isTriedOut, networksOf } from './guesses.ts'
import { isInRanges } from './ranges.ts'
import type { Findings, Sight, Verdict } from './sender-trust.ts'
import type { IngestSettings } from './settings.ts'
import { createUnprovenRoom, senderNetworkOf } from './unproven-room.ts'
import type { Wires } from './wires.ts'

/** Records of a logger that came from these places since then: the logger has proven itself. */
export type Believed = Readonly<{ source: SourceId; places: readonly string[]; sinceMs: number }>

/** Outcome of a logger's proof. `isNews`: worth a row at once. */
export type Trusted = Readonly<{ trust: unknown; isNews: boolean; duplicateAtMs: number | undefined }>

/** Records of a batch, sorted by the trust in their senders. */
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
  /** Wrong claims by network. */
  misfits: ReadonlyMap<string, number>
  /** Arrivals that only the store can decide. */
  open: readonly Arrival[]
}>

/** Separates records of a registered logger from those of a sender who only knows its address. */
export function createTrust(wires: Wires, known: (source: SourceId) => KnownLogger, settings: IngestSettings) {
  /** Connections that were proven or doubted. */
  const lines = new WeakMap<object, boolean>()
  /** First sights of connections before their logger had a plant: judged once it has one. */
  const early = new WeakMap<object, Pick<Sight, 'kind' | 'clue' | 'receivedAtMs'>>()

  return {
    /** Changes nothing that is kept. @param facts of the open ones of a first look; undefined: this is the first */
    judge: (arrivals: readonly Arrival[], facts?: StoredFacts): Judged => {
      const proven = new Map<Arrival, boolean>()
      const refused = new Set<Arrival>()
      const trusts = new Map<SourceId, Trusted>()
      const newLines = new Map<object, boolean>()
      const hasRoom = createUnprovenRoom(known, settings)
      const believed: Believed[] = []
      const open: Arrival[] = []
      const guesses = new Map(facts?.guesses)
      const misfits = new Map<string, number>()

      const findingsOf = ({ source, sight, record, receivedAtMs }: Arrival): Findings | undefined =>
        facts && {
          isTriedOut: isTriedOut(guesses, networksOf(sight?.address ?? ''), receivedAtMs),
          isRepeated: record !== undefined && known(source).recent.includes(identityOf(record)),
          agreement: undefined,
        }
      const noteGuess = (address: string, nowMs: number): void => {
        const networks = networksOf(address)
        // Its counts say enough already.
        if (isTriedOut(guesses, networks, nowMs)) return
        addGuess(guesses, networks, nowMs)
        for (const network of networks) misfits.set(network, (misfits.get(network) ?? 0) + 1)
      }

      const judgeOne = (arrival: Arrival): Verdict | undefined => {
        const { source, sight, clue, receivedAtMs } = arrival
        const logger = known(source)
        const rules = wires.of(source).trust
        if (sight === undefined || rules === undefined) return undefined
        const { judge, isLater, trustOf } = rules
        const { connection, kind, address } = sight
        const tells = kind === 'handshake' || kind === 'live'
        if (logger.plant === undefined) {
          if (tells) early.set(connection, { kind, clue, receivedAtMs })
          return undefined
        }
        const before = trusts.get(source)
        const place = toPlace(address) ?? ''
        const { allowedSources: allowed, isStrict } = logger
        const stored = facts?.trusts.get(source)
        const isStale = stored !== undefined && isLater(stored, logger.trust)
        const findings = findingsOf(arrival)
        const intervalS = logger.facts.intervalS ?? 300
        const policy = { isStrict, isListed: allowed.length === 0 ? undefined : isInRanges(address, allowed) }
        // The first sender after the proof need not be the logger that gave it.
        let trust = before?.trust ?? (isStale ? stored : logger.trust) ?? (logger.home && trustOf(logger.home))
        let isLineProven = newLines.get(connection) ?? lines.get(connection)
        const heardEarly = isLineProven === undefined ? early.get(connection) : undefined
        if (heardEarly !== undefined && !tells) {
          const line = judge(trust, { ...heardEarly, place, intervalS, policy, findings, isLineProven })
          trust = line.trust
          isLineProven = line.isProven
          newLines.set(connection, line.isProven)
        }
        const agreement = facts?.agreements.get(arrival)
        const found = findings && { ...findings, agreement }
        const verdict = judge(trust, {
          kind,
          clue,
          receivedAtMs,
          place,
          isLineProven,
          intervalS,
          policy,
          findings: found,
        })
        trusts.set(source, {
          trust: verdict.trust,
          isNews: verdict.isNews || before?.isNews === true,
          duplicateAtMs: verdict.isDuplicate ? receivedAtMs : before?.duplicateAtMs,
        })
        // Neither a heartbeat nor a buffered record identifies the sender.
        if (tells) newLines.set(connection, verdict.isProven)
        if (verdict.believed !== undefined) believed.push({ source, ...verdict.believed })
        if (verdict.isOpen) open.push(arrival)
        if (verdict.isGuess) noteGuess(address, receivedAtMs)
        return verdict
      }

      const kept = arrivals.flatMap((arrival): readonly Arrival[] => {
        const verdict = judgeOne(arrival)
        if (verdict === undefined) return [arrival]
        proven.set(arrival, verdict.isProven)
        if (verdict.isProven) return [arrival]
        const { record, source } = arrival
        if (record === undefined) return []
        const isLikely = facts?.agreements.get(arrival)?.fits === true
        if (!hasRoom(source, senderNetworkOf(arrival), isLikely)) {
          refused.add(arrival)
          return []
        }
        const unproven = { ...record, rawReason: 'unproven' } as const
        return [{ ...arrival, clue: undefined, heard: undefined, record: unproven, isLikely }]
      })
      return { arrivals: kept, proven, refused, trusts, lines: newLines, believed, misfits, open }
    },
    /** After the commit. */
    settle: (judged: Judged): void => {
      for (const [line, isProven] of judged.lines) lines.set(line, isProven)
    },
  }
}
