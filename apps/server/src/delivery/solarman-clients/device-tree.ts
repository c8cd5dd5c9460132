import type { StationDevice } from './station-devices.ts'

type Node = Readonly<Record<string, unknown>> & Readonly<{ childList: readonly Node[] }>

/** A device with the devices that speak over it; undefined: it is not there. */
export function toTree(devices: readonly StationDevice[], serial: string, zone: string): Node | undefined {
  const own = devices.find(({ deviceSn }) => deviceSn === serial)
  if (own === undefined) return undefined
  const children = own.deviceType === 'COLLECTOR' ? devices.filter(({ parentSn }) => parentSn === serial) : []
  return { ...toNode(own, zone), childList: children.map((child) => ({ ...toNode(child, zone), childList: [] })) }
}

function toNode(device: StationDevice, timeZone: string): Readonly<Record<string, unknown>> {
  const { deviceSn, deviceId, parentSn, deviceType, deviceState, collectionTime: updateTime } = device
  const known = Object.entries({ deviceSn, deviceId, parentSn, deviceType, deviceState, updateTime, timeZone })
  return Object.fromEntries(known.filter(([, value]) => value !== undefined))
}
