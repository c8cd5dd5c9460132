export { announceDevice } from './announce-device.ts'
export { measures as measuresFlow } from './assign-flows.ts'
export { type Assigned, assignPlantFlows, deliverable, previewPlantFlows } from './assign-plant-flows.ts'
export { breakLines as breakEvery, type HistoryPoint } from './break-lines.ts'
export { checkReplacement } from './check-replacement.ts'
export { type Comparison, compareDevices, listComparable } from './compare-devices.ts'
export { isCurrentValue } from './current-value.ts'
export {
  type DeviceDetail,
  type DeviceValue,
  getDevice,
  getDeviceDetail,
  listDeviceQuantities,
} from './device-detail.ts'
export { type DeviceHistory, deviceHistory } from './device-history.ts'
export { type DeviceProvenance, readProvenance } from './device-provenance.ts'
export { countWaitingDevices, decideStanding } from './device-standing.ts'
export { deviceStates } from './device-states.ts'
export { type DeviceEdit, editDevice, listEditableDevices } from './edit-device.ts'
export { breakAt } from './history-period.ts'
export { type KindView, listDevicesOfKind } from './list-by-kind.ts'
export { countTypes, type DeviceView, deviceStateOf, listDevices } from './list-devices.ts'
export { IMPORT_PROFILE_ID, listDevicesOfPlants, type PlantDevice } from './plant-devices.ts'
export { eraseDevice, removeDevice, restoreDevice } from './remove-device.ts'
export { replaceDevice, takeBackDevice } from './replace-device.ts'
export { denyLikeness, listSameDevices, mergeDevices, type SameDevices, splitDevices } from './same-devices.ts'
export { type PowerTurn, type TurnedPower, turnPowers } from './turn-powers.ts'
export { getMeterSpec, type MeterSpec, wireMeter } from './wire-meter.ts'
