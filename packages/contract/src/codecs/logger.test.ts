import { ownerships } from '@heliograph/domain/ownership.ts'
import { unreadReasons } from '@heliograph/domain/unread.ts'
import { type Arbitrary, array, assert, constant, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkingRow } from '../maintain-s/communication.ts'
import { claimRow, collectorRow, editableGateway, foreignPeerRow } from '../maintain-s/gateway.ts'
import { claim, foreignPeer, logger, loggerConnection, ownLogger } from './logger.ts'

const instant = integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1_000)
const count = integer({ min: 0, max: 1e6 })
const orNull = <T>(drawn: Arbitrary<T>) => oneof(constant(null), drawn)
const yesOrNo = constantFrom(true, false)
const connection = {
  serial: constantFrom('1712345678', '192.168.1.9:502'),
  name: constantFrom('', 'Barn'),
  wire: constantFrom('solarman-v5', 'readings'),
  online: yesOrNo,
  signalPercent: orNull(count),
  intervalS: count,
  heartbeatS: count,
  registeredAtMs: orNull(instant),
  firstSeenMs: orNull(instant),
  lastSeenMs: orNull(instant),
  lastDataMs: orNull(instant),
  workingS: orNull(count),
  totalWorkingS: orNull(count),
  network: constantFrom(null, { mac: 'A0', localAddress: '192.168.1.9', ssid: '' }),
}
const loggers = record({
  ...connection,
  ownership: constantFrom(...ownerships),
  state: constantFrom('waiting', 'seen', 'data'),
  firmware: constantFrom('', 'LSW3'),
  deviceCount: count,
  unread: array(record({ reason: constantFrom(...unreadReasons), kinds: constantFrom([], ['7799']), count })),
  unproven: count,
  rejected: count,
  duplicateSeenMs: orNull(instant),
  replaced: orNull(record({ serial: constant('17'), atMs: instant })),
})
const unproven = { records: count, sinceMs: instant, addresses: constantFrom([], ['203.0.113.4']) }
const ownLoggers = record({
  loggerId: count,
  serial: constant('1712345678'),
  name: constantFrom('', 'Barn'),
  ownership: constantFrom(...ownerships),
  online: yesOrNo,
  deviceCount: count,
  networks: constantFrom([], ['203.0.113.0/24']),
  isStrict: yesOrNo,
  unproven: orNull(record({ ...unproven, senders: array(record({ ...unproven, network: constant('203.0.113.0') })) })),
})

const strictRow = collectorRow.strict()
const strictOwn = editableGateway.strict()
const strictConnection = networkingRow.strict()
const strictClaim = claimRow.strict()
const strictPeer = foreignPeerRow.strict()

describe('a logger on the wire', () => {
  it('survives the way there and back, in the shape of the contract', () => {
    assert(
      property(loggers, (ours) => {
        const wire = logger.toWire(ours)
        expect(strictRow.parse(wire)).toEqual(wire)
        expect(logger.fromWire(wire)).toEqual(ours)
        expect(wire.undecoded).toBe(ours.unread.reduce((sum, row) => sum + row.count, 0))
      }),
    )
  })

  it('survives it with its settings', () => {
    assert(
      property(ownLoggers, (ours) => {
        const wire = ownLogger.toWire(ours)
        expect(strictOwn.parse(wire)).toEqual(wire)
        expect(ownLogger.fromWire(wire)).toEqual(ours)
      }),
    )
  })

  it('survives it with its connection', () => {
    const drawn = record({
      ...connection,
      link: constantFrom('wlan', null),
      firmware: constantFrom('LSW3', null),
      startedMs: orNull(instant),
      connectsToday: orNull(count),
    })
    assert(
      property(drawn, (ours) => {
        const wire = loggerConnection.toWire(ours)
        expect(strictConnection.parse(wire)).toEqual(wire)
        expect(loggerConnection.fromWire(wire)).toEqual(ours)
      }),
    )
  })

  it('survives it as a claim, and so does what is no logger', () => {
    const claims = record({
      serial: constant('1712345678'),
      claimedAtMs: instant,
      restartUntilMs: orNull(instant),
      dispute: constantFrom('open', 'refused', null),
      replaces: constantFrom('17', null),
    })
    const peers = record({
      address: constant('203.0.113.4'),
      protocol: constant('tls'),
      times: count,
      firstSeenMs: instant,
      lastSeenMs: instant,
    })
    assert(
      property(claims, peers, (aClaim, aPeer) => {
        const [claimWire, peerWire] = [claim.toWire(aClaim), foreignPeer.toWire(aPeer)]
        expect(strictClaim.parse(claimWire)).toEqual(claimWire)
        expect(strictPeer.parse(peerWire)).toEqual(peerWire)
        expect(claim.fromWire(claimWire)).toEqual(aClaim)
        expect(foreignPeer.fromWire(peerWire)).toEqual(aPeer)
      }),
    )
  })
})
