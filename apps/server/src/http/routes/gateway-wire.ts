import { foreignPeer, logger, ownLogger } from '@heliograph/contract/codecs/logger.ts'
import type { PlantLogger } from '../../fleet/loggers/loggers.ts'
import type { ForeignPeer, LoggerTrust } from '../../intake/ingest/ingest.ts'

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
