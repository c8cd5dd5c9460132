import { describe, expect, it } from 'vitest'
import type { PlantDevice } from '../../fleet/devices/devices.ts'
import { chooseSensors } from './sources.ts'

const station = (deviceId: number, serial: string, quantities: PlantDevice['quantities']): PlantDevice =>
  ({ deviceId, serial, type: 'WEATHER_STATION', quantities }) as PlantDevice

describe('the sensors that judge a plant', () => {
  const devices = [
    station(1, 'old', ['irradianceWm2', 'windSpeedMs']),
    station(2, 'new', ['irradianceWm2', 'horizontalIrradianceWm2']),
  ]
  it('are the first that measure each quantity', () => {
    expect([...chooseSensors(devices, null)]).toEqual([
      ['irradianceWm2', 1],
      ['horizontalIrradianceWm2', 2],
      ['windSpeedMs', 1],
    ])
  })
  it('measure the light where somebody chose them', () => {
    const chosen = chooseSensors(devices, { serials: ['new'] })
    expect([chosen.get('irradianceWm2'), chosen.get('windSpeedMs')]).toEqual([2, 1])
  })
  it('are the ordinary ones where the chosen one is gone', () => {
    expect(chooseSensors(devices, { serials: ['gone'] }).get('irradianceWm2')).toBe(1)
  })
})
