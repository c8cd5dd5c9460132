import { alertHandlers } from './alert-handlers.ts'
import { alertRuleHandlers } from './alert-rule-handlers.ts'
import { batteryHandlers } from './battery-handlers.ts'
import { commandHandlers } from './command-handlers.ts'
import { communicationHandlers } from './communication-handlers.ts'
import { deviceHandlers } from './device-handlers.ts'
import { deviceKindHandlers } from './device-kind-handlers.ts'
import { equipmentMoveHandlers } from './equipment-move-handlers.ts'
import { explorerHandlers } from './explorer-handlers.ts'
import { exportHandlers } from './export-handlers.ts'
import { financeHandlers } from './finance-handlers.ts'
import { fleetHandlers } from './fleet-handlers.ts'
import { fleetReportHandlers } from './fleet-report-handlers.ts'
import { forecastHandlers } from './forecast-handlers.ts'
import { gatewayHandlers } from './gateway-handlers.ts'
import type { FamilyHandlers } from './handler.ts'
import { imageHandlers } from './image-handlers.ts'
import { importHandlers } from './import-handlers.ts'
import { layoutPhotoHandlers } from './layout-photo-handlers.ts'
import { meterHandlers } from './meter-handlers.ts'
import { meteringHandlers } from './metering-handlers.ts'
import { moduleLayoutHandlers } from './module-layout-handlers.ts'
import { performanceHandlers } from './performance-handlers.ts'
import { plantListHandlers } from './plant-list-handlers.ts'
import { plantPartHandlers } from './plant-part-handlers.ts'
import { qualityHandlers } from './quality-handlers.ts'
import { readingHandlers } from './reading-handlers.ts'
import { screenHandlers } from './screen-handlers.ts'
import { securityEventHandlers } from './security-event-handlers.ts'
import { sharingHandlers } from './sharing-handlers.ts'
import { stationHandlers } from './station-handlers.ts'
import { systemHandlers } from './system-handlers.ts'

/** The largest family, by the contract's files. */
export const maintainHandlers: FamilyHandlers<'maintain-s'> = {
  ...stationHandlers,
  ...plantPartHandlers,
  ...meteringHandlers,
  ...fleetHandlers,
  ...screenHandlers,
  ...plantListHandlers,
  ...imageHandlers,
  ...moduleLayoutHandlers,
  ...financeHandlers,
  ...explorerHandlers,
  ...sharingHandlers,
  ...systemHandlers,
  ...performanceHandlers,
  ...forecastHandlers,
  ...gatewayHandlers,
  ...qualityHandlers,
  ...readingHandlers,
  ...batteryHandlers,
  ...alertHandlers,
  ...alertRuleHandlers,
  ...communicationHandlers,
  ...commandHandlers,
  ...deviceHandlers,
  ...equipmentMoveHandlers,
  ...deviceKindHandlers,
  ...meterHandlers,
  ...securityEventHandlers,
  ...exportHandlers,
  ...fleetReportHandlers,
  ...importHandlers,
  ...layoutPhotoHandlers,
}
