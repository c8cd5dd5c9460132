import { foreignPeer, logger, ownLogger } from '@heliograph/contract/codecs/logger.ts'
import type { GatewayAddress, TakeBack as WireTakeBack } from '@heliograph/contract/maintain-s/gateway.ts'
import type { PlantLogger } from '../../fleet/loggers/loggers.ts'
import type { ForeignPeer, LoggerAddress, LoggerTrust, TakeBack } from '../../intake/ingest/ingest.ts'
import { toSeconds } from './scales.ts'

export const toForeignRow = ({ firstMs, atMs, ...peer }: ForeignPeer) =>
  foreignPeer.toWire({ ...peer, firstSeenMs: firstMs, lastSeenMs: atMs })

export const toCollectorRow = (row: PlantLogger) => logger.toWire({ ...row, serial: row.address })

export const toEditableGateway = (row: PlantLogger, trust?: LoggerTrust) =>
  ownLogger.toWire({
    ...row,
    loggerId: row.id,
    serial: row.address,
    networks: trust?.allowedSources ?? [],
    isStrict: trust?.isStrict ?? false,
    unproven: trust?.unproven ?? null,
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
