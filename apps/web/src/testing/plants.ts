import { plant, type SeenPlant } from '@heliograph/contract/codecs/plant.ts'
import type { Station } from '@heliograph/contract/maintain-s/station.ts'
import { usualPlantParts } from '@heliograph/domain/plant-record.ts'

const seen: SeenPlant = {
  ...usualPlantParts,
  id: 7,
  name: 'Lindenhof',
  type: 'HOUSE_ROOF',
  gridType: 'EXCESS',
  capacityWp: 9_840,
  latitudeDeg: 48.1,
  longitudeDeg: 11.5,
  zone: 'Europe/Berlin',
  currency: 'EUR',
  planes: [{ name: '', azimuthDeg: 180, tiltDeg: 20, capacityWp: 9_840 }],
  capacities: [{ from: null, capacityWp: 9_840 }],
  networkStatus: 'NORMAL',
  hasAlert: false,
  status: 'well',
  reason: { kind: 'well', count: 1, total: 1, group: 'inverter', sinceMs: null, devices: [], code: null },
  statusSinceMs: 1000,
  pvW: 4_210,
  loadW: null,
  socPercent: 62,
  todayWh: 18_640,
  monthWh: null,
  yearWh: null,
  totalWh: null,
  todayYieldH: 1.9,
  airC: null,
  weather: null,
  nextSunriseMs: null,
  lastAtMs: null,
  createdAtMs: 1000,
  role: 'owner',
  deviceCount: 1,
  loggerCount: 1,
  hasLayout: false,
  rights: ['viewPlantInfo'],
  granted: null,
}

/** A plant as the server sends it. */
export const wirePlant = (given: Partial<SeenPlant> = {}): Station => plant.toWire({ ...seen, ...given })
