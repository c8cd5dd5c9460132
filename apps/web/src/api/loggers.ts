/** Loggers in our words (the wire has two others for them), and the calls about them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { CollectorRow, EditableGateway, ForeignPeerRow } from '@heliograph/contract/maintain-s/gateway.ts'
import type { Ownership } from '@heliograph/domain/ownership.ts'
import type { UnreadReason } from '@heliograph/domain/unread.ts'
import { call } from './call.ts'
import { type Claim, toClaim } from './claims.ts'
import { toMs } from './wire-time.ts'

export type UnreadRecords = Readonly<{ reason: UnreadReason; kinds: readonly string[]; count: number }>

/** A logger of a plant. waiting: registered, never connected. seen: it has connected. data: its records arrive. */
export type Logger = Readonly<{
  /** On a wire without serial numbers the address there. */
  serial: string
  /** As its owner calls it, or empty. */
  name: string
  ownership: Ownership
  state: 'waiting' | 'seen' | 'data'
  online: boolean
  firmware: string
  signalPercent: number | null
  intervalS: number
  heartbeatS: number
  lastSeenMs: number | null
  lastDataMs: number | null
  workingS: number | null
  deviceCount: number
  /** Records that could not be read, and why. Those that were refused are not among them. */
  unread: readonly UnreadRecords[]
  rejected: number
  /** Two live connections used this serial; one may be an impostor. */
  duplicateSeenMs: number | null
  /** Only with the right to add devices: these data identify the site. */
  network: CollectorRow['network']
  /** The logger whose place it took. */
  replaced: Readonly<{ serial: string; atMs: number }> | undefined
}>

export const toLogger = (wire: CollectorRow): Logger => ({
  serial: wire.deviceSn,
  name: wire.name,
  ownership: wire.ownership,
  state: wire.state,
  online: wire.online,
  firmware: wire.firmware,
  signalPercent: wire.signalIntensity,
  intervalS: wire.intervalS,
  heartbeatS: wire.heartbeatS,
  lastSeenMs: toMs(wire.lastSeen),
  lastDataMs: toMs(wire.lastData),
  workingS: wire.workingTimeS,
  deviceCount: wire.deviceCount,
  unread: wire.undecodedReasons,
  rejected: wire.rejected,
  duplicateSeenMs: toMs(wire.duplicateSeen),
  network: wire.network,
  replaced: wire.replaced ? { serial: wire.replaced.deviceSn, atMs: toMs(wire.replaced.at) } : undefined,
})

/** Connections from one address with one protocol that is not a logger's. */
export type ForeignPeer = Readonly<{ address: string; protocol: string; times: number; lastSeenMs: number }>

const toForeignPeer = ({ address, protocol, times, lastSeen }: ForeignPeerRow): ForeignPeer => ({
  address,
  protocol,
  times,
  lastSeenMs: toMs(lastSeen),
})

export type PlantLoggers = Readonly<{
  loggers: readonly Logger[]
  /** Those that wait for a proof that they belong here. */
  claims: readonly Claim[]
  /** Whether the check code of a label is a proof on this server. */
  hasLabelCodes: boolean
  /** A proxy hides where loggers are: none can prove itself by its network. */
  hidesAddresses: boolean
  /** The port on which they reach this server, as seen from outside. */
  loggerPort: number
  /** The addresses and names under which they may reach that port, the likeliest first. */
  loggerAddresses: readonly string[]
  /** The foreign protocol that a device at the visitor's own address used on that port. */
  foreignPeer: ForeignPeer | undefined
}>

export async function fetchLoggers(plantId: number, signal?: AbortSignal): Promise<PlantLoggers> {
  const asked = { params: { id: plantId }, query: {} }
  const wire = await call('GET /maintain-s/operating/station/{id}/collector', asked, { signal })
  return {
    loggers: wire.data.map(toLogger),
    claims: wire.claims.map(toClaim),
    hasLabelCodes: wire.labelCodes,
    hidesAddresses: wire.addressesHidden,
    loggerPort: wire.loggerPort,
    loggerAddresses: wire.loggerAddresses,
    foreignPeer: wire.foreignPeer ? toForeignPeer(wire.foreignPeer) : undefined,
  }
}

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
  /** Unproven records under its serial number. */
  unproven: readonly Unproven[]
}>

/** `network`: undefined when there is one sender. */
export type Unproven = Readonly<{
  network: string | undefined
  records: number
  sinceMs: number
  addresses: readonly string[]
}>

export const toOwnLogger = (wire: EditableGateway): OwnLogger => ({
  loggerId: wire.gatewayId,
  serial: wire.deviceSn,
  name: wire.gatewayName,
  ownership: wire.ownership,
  online: wire.online,
  deviceCount: wire.deviceCount,
  networks: wire.allowedSources,
  isStrict: wire.strict,
  unproven: toUnproven(wire.unproven),
})

/** By sender where there are several: a yes to one is none to the other. */
function toUnproven(wire: EditableGateway['unproven']): readonly Unproven[] {
  if (wire === null) return []
  const senders = wire.senders.length > 1 ? wire.senders : [{ ...wire, network: undefined }]
  return senders.map(({ network, records, since, addresses }) => ({
    network,
    records,
    sinceMs: toMs(since),
    addresses,
  }))
}

export async function fetchOwnLoggers(plantId: number, signal?: AbortSignal): Promise<readonly OwnLogger[]> {
  const asked = { params: { id: plantId }, query: {} }
  return (await call('GET /maintain-s/power/system/{id}/gateway', asked, { signal })).data.map(toOwnLogger)
}

export const renameLogger = (plantId: number, loggerId: number, name: string) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}', {
    params: { id: plantId, gid: loggerId },
    body: { name },
  })

/** Accepts or discards the unproven records of a logger. */
export const decideUnproven = (
  plantId: number,
  loggerId: number,
  body: Readonly<{ decision: 'accepted' | 'discarded'; network?: string | undefined }>,
) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/unproven', {
    params: { id: plantId, gid: loggerId },
    body,
  })

/** Sets the networks from which records of a logger count. */
export const setSources = (plantId: number, loggerId: number, networks: readonly string[], isStrict: boolean) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/sources', {
    params: { id: plantId, gid: loggerId },
    body: { allowedSources: [...networks], strict: isStrict },
  })

/** Takes a logger out of a plant; its devices stay with their history. */
export const removeLogger = (plantId: number, loggerId: number) =>
  call('DELETE /maintain-s/power/system/{id}/gateway', { params: { id: plantId }, body: { loggerId } })

type WireRegistered = CallReply<'POST /maintain-s/power/system/{id}/v2/gateway'>['data'][number]
/** Outcome for a serial number; with records that waited for an owner and have one now. */
export type Registered = Readonly<{
  serial: string
  result: WireRegistered['result']
  waitingRecords: number
  /** Where it is, if the session may see that. */
  plant?: Readonly<{ id: number; name: string }> | undefined
}>

export async function registerLoggers(plantId: number, serials: readonly string[]): Promise<readonly Registered[]> {
  const { data } = await call('POST /maintain-s/power/system/{id}/v2/gateway', {
    params: { id: plantId },
    body: { registerItems: serials.map((serial) => ({ deviceSn: serial })) },
  })
  return data.map(({ deviceSn, ...same }) => ({ serial: deviceSn, ...same }))
}

/** Puts a new logger in the place of an old one; one that waits for its proof takes it then. */
export const replaceLogger = async (plantId: number, loggerId: number, serial: string): Promise<Registered> => {
  const { result, plant } = await call('POST /maintain-s/power/system/{id}/gateway/{gid}/replace', {
    params: { id: plantId, gid: loggerId },
    body: { serial },
  })
  return { serial, result, plant, waitingRecords: 0 }
}

/** Gives its place back to the logger that stood there before. */
export const takeBackLogger = (plantId: number, loggerId: number) =>
  call('POST /maintain-s/power/system/{id}/gateway/{gid}/replace/undo', {
    params: { id: plantId, gid: loggerId },
    body: {},
  })

/** Loggers that talk to this server and belong to no plant. */
export const fetchUnclaimed = (most: number, signal?: AbortSignal) =>
  call('GET /maintain-s/operating/collector/unclaimed', { query: { page: 1, size: most } }, { signal })

/** Peers of the last hour at the loggers' port that were no loggers. */
export async function fetchForeignPeers(
  most: number,
  signal?: AbortSignal,
): Promise<Readonly<{ total: number; peers: readonly ForeignPeer[] }>> {
  const asked = { query: { page: 1, size: most } }
  const { total, data } = await call('GET /maintain-s/operating/collector/foreign', asked, { signal })
  return { total, peers: data.map(toForeignPeer) }
}

/** Where a program posts readings of a plant. */
export const readingsCall = (origin: string, plantId: number): string =>
  `POST ${origin}/maintain-s/station/${plantId}/readings`
