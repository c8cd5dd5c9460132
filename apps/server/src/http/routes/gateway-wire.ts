import type {
  ClaimRow,
  CollectorRow,
  EditableGateway,
  ForeignPeerRow,
  GatewayAddress,
  TakeBack as WireTakeBack,
} from '@heliograph/contract/maintain-s/gateway.ts'
import { countUnread, type PlantClaim, type PlantLogger } from '../../fleet/loggers/loggers.ts'
import type { ForeignPeer, LoggerAddress, LoggerTrust, TakeBack } from '../../intake/ingest/ingest.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'
import { toUnreadReasons } from './unread-wire.ts'

export const toForeignRow = ({ address, protocol, times, firstMs, atMs }: ForeignPeer): ForeignPeerRow => ({
  address,
  protocol,
  times,
  firstSeen: toSeconds(firstMs),
  lastSeen: toSeconds(atMs),
})

export const toCollectorRow = (logger: PlantLogger): CollectorRow => ({
  deviceSn: logger.address,
  wire: logger.wire,
  ownership: logger.ownership,
  name: logger.name,
  state: logger.state,
  online: logger.online,
  firmware: logger.firmware,
  signalIntensity: logger.signalPercent,
  intervalS: logger.intervalS,
  heartbeatS: logger.heartbeatS,
  registeredAt: toSecondsOrNull(logger.registeredAtMs),
  firstSeen: toSecondsOrNull(logger.firstSeenMs),
  lastSeen: toSecondsOrNull(logger.lastSeenMs),
  lastData: toSecondsOrNull(logger.lastDataMs),
  workingTimeS: logger.workingS,
  totalWorkingTimeS: logger.totalWorkingS,
  deviceCount: logger.deviceCount,
  undecoded: countUnread(logger.unread),
  undecodedReasons: toUnreadReasons(logger.unread),
  unproven: logger.unproven,
  rejected: logger.rejected,
  duplicateSeen: toSecondsOrNull(logger.duplicateSeenMs),
  network: logger.network,
  replaced: logger.replaced && { deviceSn: logger.replaced.serial, at: toSeconds(logger.replaced.atMs) },
})

export const toEditableGateway = (logger: PlantLogger, trust?: LoggerTrust): EditableGateway => ({
  gatewayId: logger.id,
  deviceSn: logger.address,
  gatewayName: logger.name,
  ownership: logger.ownership,
  online: logger.online,
  deviceCount: logger.deviceCount,
  allowedSources: [...(trust?.allowedSources ?? [])],
  strict: trust?.isStrict ?? false,
  unproven:
    trust?.unproven === undefined
      ? null
      : {
          records: trust.unproven.records,
          since: toSeconds(trust.unproven.sinceMs),
          addresses: [...trust.unproven.addresses],
          senders: trust.unproven.senders.map(({ network, records, sinceMs, addresses }) => ({
            network,
            records,
            since: toSeconds(sinceMs),
            addresses: [...addresses],
          })),
        },
})

export const toClaimRow = (claim: PlantClaim): ClaimRow => ({
  deviceSn: claim.serial,
  claimedAt: toSeconds(claim.claimedAtMs),
  restartUntil: toSecondsOrNull(claim.restartUntilMs),
  dispute: claim.dispute,
  replaces: claim.replaces,
})

export const toGatewayAddress = ({ address, firstMs, lastMs, records }: LoggerAddress): GatewayAddress => ({
  address,
  firstSeen: toSeconds(firstMs),
  lastSeen: toSeconds(lastMs),
  records,
})

export const toTakeBack = ({ sinceMs, takenAtMs, ...same }: TakeBack): WireTakeBack => ({
  ...same,
  since: toSeconds(sinceMs),
  takenAt: toSeconds(takenAtMs),
})
