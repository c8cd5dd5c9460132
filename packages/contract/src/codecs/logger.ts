import type { LoggerFacts } from '@heliograph/domain/logger.ts'
import type { Ownership } from '@heliograph/domain/ownership.ts'
import type { NetworkingRow } from '../maintain-s/communication.ts'
import type { ClaimRow, CollectorRow, EditableGateway, ForeignPeerRow, RegisteredRow } from '../maintain-s/gateway.ts'
import { type Codec, fromFields, seconds, toFields } from './fields.ts'

/** A logger of a plant; on a wire without serial numbers its serial is the address there. */
export type Logger = LoggerFacts & Readonly<{ serial: string }>

const fields = {
  serial: 'deviceSn',
  wire: 'wire',
  ownership: 'ownership',
  name: 'name',
  state: 'state',
  online: 'online',
  firmware: 'firmware',
  signalPercent: 'signalIntensity',
  intervalS: 'intervalS',
  heartbeatS: 'heartbeatS',
  registeredAtMs: ['registeredAt', seconds],
  firstSeenMs: ['firstSeen', seconds],
  lastSeenMs: ['lastSeen', seconds],
  lastDataMs: ['lastData', seconds],
  workingS: 'workingTimeS',
  totalWorkingS: 'totalWorkingTimeS',
  deviceCount: 'deviceCount',
  unproven: 'unproven',
  rejected: 'rejected',
  duplicateSeenMs: ['duplicateSeen', seconds],
  network: 'network',
} as const
const replacedFields = { serial: 'deviceSn', atMs: ['at', seconds] } as const

export const logger = {
  toWire: (ours) => ({
    ...toFields(fields, ours),
    undecoded: ours.unread.reduce((sum, { count }) => sum + count, 0),
    undecodedReasons: ours.unread.map(({ kinds, ...same }) => ({ ...same, kinds: [...kinds] })),
    replaced: ours.replaced && toFields(replacedFields, ours.replaced),
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    unread: wire.undecodedReasons,
    replaced: wire.replaced && fromFields(replacedFields, wire.replaced),
  }),
} satisfies Codec<Logger, CollectorRow>

/** Unproven records under a serial number. */
export type UnprovenRecords = Readonly<{ records: number; sinceMs: number; addresses: readonly string[] }>

/** A logger as its settings show it. */
export type OwnLogger = Readonly<{
  loggerId: number
  serial: string
  /** Empty: it goes by its serial number. */
  name: string
  ownership: Ownership
  online: boolean
  deviceCount: number
  /** The only networks from which its records count; none: all. */
  networks: readonly string[]
  isStrict: boolean
  unproven:
    | (UnprovenRecords & Readonly<{ senders: readonly (UnprovenRecords & Readonly<{ network: string }>)[] }>)
    | null
}>

const ownFields = {
  loggerId: 'gatewayId',
  serial: 'deviceSn',
  name: 'gatewayName',
  ownership: 'ownership',
  online: 'online',
  deviceCount: 'deviceCount',
  isStrict: 'strict',
} as const

const unprovenFields = { network: 'network', records: 'records', sinceMs: ['since', seconds] } as const

const unprovenToWire = <T extends UnprovenRecords>(ours: T) => ({
  ...toFields(unprovenFields, ours),
  addresses: [...ours.addresses],
})
const unprovenFromWire = <W extends Readonly<{ records: number; since: number; addresses: readonly string[] }>>(
  wire: W,
) => ({ ...fromFields(unprovenFields, wire), addresses: wire.addresses })

export const ownLogger = {
  toWire: (ours) => ({
    ...toFields(ownFields, ours),
    allowedSources: [...ours.networks],
    unproven: ours.unproven && {
      ...unprovenToWire(ours.unproven),
      senders: ours.unproven.senders.map(unprovenToWire),
    },
  }),
  fromWire: (wire) => ({
    ...fromFields(ownFields, wire),
    networks: wire.allowedSources,
    unproven: wire.unproven && {
      ...unprovenFromWire(wire.unproven),
      senders: wire.unproven.senders.map(unprovenFromWire),
    },
  }),
} satisfies Codec<OwnLogger, EditableGateway>

/** A logger that the plant claims; nothing is known of the logger itself. */
export type Claim = Readonly<{
  serial: string
  claimedAtMs: number
  /** Until when its restart is awaited. */
  restartUntilMs: number | null
  /** State of the last dispute about it. */
  dispute: ClaimRow['dispute']
  /** The serial number of the logger whose place it takes. */
  replaces: string | null
}>

const claimFields = {
  serial: 'deviceSn',
  claimedAtMs: ['claimedAt', seconds],
  restartUntilMs: ['restartUntil', seconds],
  dispute: 'dispute',
  replaces: 'replaces',
} as const

export const claim = {
  toWire: (ours) => toFields(claimFields, ours),
  fromWire: (wire) => fromFields(claimFields, wire),
} satisfies Codec<Claim, ClaimRow>

/** Connections from one address with one protocol that is not a logger's. */
export type ForeignPeer = Readonly<{
  address: string
  protocol: string
  times: number
  firstSeenMs: number
  lastSeenMs: number
}>

const peerFields = {
  address: 'address',
  protocol: 'protocol',
  times: 'times',
  firstSeenMs: ['firstSeen', seconds],
  lastSeenMs: ['lastSeen', seconds],
} as const

export const foreignPeer = {
  toWire: (ours) => toFields(peerFields, ours),
  fromWire: (wire) => fromFields(peerFields, wire),
} satisfies Codec<ForeignPeer, ForeignPeerRow>

/** How a logger is connected, as far as it says so itself; null: it does not. */
export type LoggerConnection = Pick<
  Logger,
  | 'serial'
  | 'name'
  | 'wire'
  | 'online'
  | 'signalPercent'
  | 'intervalS'
  | 'heartbeatS'
  | 'registeredAtMs'
  | 'firstSeenMs'
  | 'lastSeenMs'
  | 'lastDataMs'
  | 'workingS'
  | 'totalWorkingS'
> &
  Readonly<{
    link: 'wlan' | null
    firmware: string | null
    /** Of its last start. */
    startedMs: number | null
    connectsToday: number | null
    network: NetworkingRow['network']
  }>

const connectionFields = {
  serial: 'deviceSn',
  name: 'gatewayName',
  wire: 'wire',
  online: 'online',
  signalPercent: 'signalIntensity',
  firmware: 'firmware',
  intervalS: 'uploadCycle',
  heartbeatS: 'heartbeatS',
  workingS: 'workingTimeS',
  totalWorkingS: 'totalWorkingTimeS',
  startedMs: ['startedAt', seconds],
  connectsToday: 'connectsToday',
  registeredAtMs: ['registeredAt', seconds],
  firstSeenMs: ['firstSeen', seconds],
  lastSeenMs: ['lastSeen', seconds],
  lastDataMs: ['lastData', seconds],
  network: 'network',
} as const

export const loggerConnection = {
  toWire: (ours) => ({ ...toFields(connectionFields, ours), link: ours.link && 'WLAN' }),
  fromWire: (wire) => ({ ...fromFields(connectionFields, wire), link: wire.link && 'wlan' }),
} satisfies Codec<LoggerConnection, NetworkingRow>

/** Outcome for a serial number; with records that waited for an owner and have one now. */
export type Registered = Readonly<{
  serial: string
  result: RegisteredRow['result']
  waitingRecords: number
  /** Where it is, if the session may see that. */
  plant?: Readonly<{ id: number; name: string }> | undefined
}>

const registeredFields = {
  serial: 'deviceSn',
  result: 'result',
  waitingRecords: 'waitingRecords',
  plant: 'plant',
} as const

export const registered = {
  toWire: (ours) => toFields(registeredFields, ours),
  fromWire: (wire) => fromFields(registeredFields, wire),
} satisfies Codec<Registered, RegisteredRow>

/** Loggers by their serial numbers, in a request. */
export const registerItems = {
  toWire: (serials) => serials.map((serial) => ({ deviceSn: serial })),
  fromWire: (wire) => wire.map(({ deviceSn }) => deviceSn),
} satisfies Codec<readonly string[], readonly Readonly<{ deviceSn: string }>[]>
