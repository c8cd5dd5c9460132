/** Loggers, and the calls about them. */
import {
  type Claim,
  type OwnLogger as CodedLogger,
  claim,
  type ForeignPeer,
  foreignPeer,
  type Logger,
  logger,
  ownLogger,
  type Registered,
  registered,
  registerItems,
  type UnprovenRecords,
} from '@heliograph/contract/codecs/logger.ts'
import type { EditableGateway } from '@heliograph/contract/maintain-s/gateway.ts'
import type { UnreadRecords } from '@heliograph/domain/logger.ts'
import { call } from './call.ts'

export type { ForeignPeer, Logger, Registered, UnreadRecords }

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
    loggers: wire.data.map(logger.fromWire),
    claims: wire.claims.map(claim.fromWire),
    hasLabelCodes: wire.labelCodes,
    hidesAddresses: wire.addressesHidden,
    loggerPort: wire.loggerPort,
    loggerAddresses: wire.loggerAddresses,
    foreignPeer: wire.foreignPeer ? foreignPeer.fromWire(wire.foreignPeer) : undefined,
  }
}

/** A logger as its settings show it. */
export type OwnLogger = Omit<CodedLogger, 'unproven'> & Readonly<{ unproven: readonly Unproven[] }>

/** Unproven records under its serial number. `network`: undefined when there is one sender. */
export type Unproven = UnprovenRecords & Readonly<{ network: string | undefined }>

/** By sender where there are several: a yes to one is none to the other. */
function toOwnLogger(wire: EditableGateway): OwnLogger {
  const { unproven, ...same } = ownLogger.fromWire(wire)
  if (unproven === null) return { ...same, unproven: [] }
  const { senders, ...all } = unproven
  return { ...same, unproven: senders.length > 1 ? senders : [{ ...all, network: undefined }] }
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
    body: { allowedSources: networks, strict: isStrict },
  })

/** Takes a logger out of a plant; its devices stay with their history. */
export const removeLogger = (plantId: number, loggerId: number) =>
  call('DELETE /maintain-s/power/system/{id}/gateway', { params: { id: plantId }, body: { loggerId } })

export async function registerLoggers(plantId: number, serials: readonly string[]): Promise<readonly Registered[]> {
  const { data } = await call('POST /maintain-s/power/system/{id}/v2/gateway', {
    params: { id: plantId },
    body: { registerItems: registerItems.toWire(serials) },
  })
  return data.map(registered.fromWire)
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
  return { total, peers: data.map(foreignPeer.fromWire) }
}

/** Where a program posts readings of a plant. */
export const readingsCall = (origin: string, plantId: number): string =>
  `POST ${origin}/maintain-s/station/${plantId}/readings`
