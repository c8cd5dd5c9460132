export { type DeviceDetail, type DeviceValue, getDeviceDetail, listDeviceQuantities } from './device-detail.ts'
export { type DeviceHistory, deviceHistory } from './device-history.ts'
export { countTypes, type DeviceView, deviceStateOf, listDevices } from './list-devices.ts'
export { listDevicesOfPlants, type PlantDevice } from './plant-devices.ts'
