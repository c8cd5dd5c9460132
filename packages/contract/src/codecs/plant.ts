import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import { type PlantRole, plantRights } from '@heliograph/domain/permissions.ts'
import type { NetworkStatus } from '@heliograph/domain/plant.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import type { Reason, Status } from '@heliograph/domain/status.ts'
import type { WeatherKind } from '@heliograph/domain/weather/weather-hour.ts'
import type { Station } from '../maintain-s/station.ts'
import { type Codec, fromFields, kilo, kilowattPeak, seconds, toFields } from './fields.ts'
import { modulePlane, plantRecord } from './plant-record.ts'
import { statusReason } from './reason.ts'

/** A plant as a session sees it: what people say about it, how it is, and what the session may do with it. */
export type SeenPlant = PlantRecord &
  Readonly<{
    id: number
    /** Where its modules face, at least one. */
    planes: readonly ModulePlane[]
    /** Capacities by the day from which they were installed (null: from the start), the last one today. */
    capacities: readonly Readonly<{ from: string | null; capacityWp: number }>[]
    networkStatus: NetworkStatus
    hasAlert: boolean
    status: Status
    reason: Reason
    statusSinceMs: number
    pvW: number | null
    loadW: number | null
    socPercent: number | null
    todayWh: number | null
    monthWh: number | null
    yearWh: number | null
    totalWh: number | null
    /** kWh per kWp of today, which are hours. */
    todayYieldH: number | null
    /** Of the hour; null: not known. */
    airC: number | null
    weather: WeatherKind | null
    /** While the sun of the plant is down. */
    nextSunriseMs: number | null
    lastAtMs: number | null
    createdAtMs: number
    role: PlantRole | 'support'
    deviceCount: number
    loggerCount: number
    /** Whether a layout of its panels was begun. */
    hasLayout: boolean
    /** Rights of the session here. */
    rights: readonly string[]
    /** Rights granted to it; null: none are needed, the session owns the plant. */
    granted: readonly string[] | null
  }>

const fields = {
  id: 'id',
  networkStatus: 'networkStatus',
  status: 'status',
  statusSinceMs: ['statusSince', seconds],
  pvW: 'generationPower',
  loadW: 'usePower',
  socPercent: 'batterySoc',
  todayWh: ['generationValue', kilo],
  monthWh: ['generationMonth', kilo],
  yearWh: ['generationYear', kilo],
  totalWh: ['generationTotal', kilo],
  todayYieldH: 'fullPowerHoursDay',
  airC: 'temperature',
  weather: 'weather',
  nextSunriseMs: ['nextSunrise', seconds],
  lastAtMs: ['lastUpdateTime', seconds],
  createdAtMs: ['createdDate', seconds],
  role: 'role',
  deviceCount: 'deviceCount',
  loggerCount: 'gatewayCount',
  hasLayout: 'hasComponentLayout',
} as const

type Switched = Station['roleCode']
const toSwitched = (rights: readonly string[]): Switched =>
  plantRights.map((code) => ({ code, isOn: rights.includes(code) ? 1 : 0 }))
const fromSwitched = (codes: Switched): readonly string[] =>
  codes.filter(({ isOn }) => isOn > 0).map(({ code }) => code)

/** Specification, sections 4 and 6: the codes that are on; no code at all where every check passes. */
export const plant = {
  toWire: (ours) => ({
    ...toFields(fields, ours),
    ...plantRecord.toWire(ours),
    installationPlanes: ours.planes.map(modulePlane.toWire),
    installedCapacities: ours.capacities.map(({ from, capacityWp }) => ({
      validFrom: from,
      installedCapacity: kilowattPeak.toWire(capacityWp),
    })),
    warningStatus: ours.hasAlert ? 'ALERT' : 'NORMAL',
    reason: statusReason.toWire(ours.reason),
    roleCode: toSwitched(ours.rights),
    externalRoleCode: ours.granted === null ? [] : toSwitched(ours.granted),
  }),
  fromWire: (wire) => ({
    ...fromFields(fields, wire),
    ...plantRecord.fromWire(wire),
    planes: wire.installationPlanes.map(modulePlane.fromWire),
    capacities: wire.installedCapacities.map(({ validFrom, installedCapacity }) => ({
      from: validFrom,
      capacityWp: kilowattPeak.fromWire(installedCapacity),
    })),
    hasAlert: wire.warningStatus === 'ALERT',
    reason: statusReason.fromWire(wire.reason),
    rights: fromSwitched(wire.roleCode),
    granted: wire.externalRoleCode.length === 0 ? null : fromSwitched(wire.externalRoleCode),
  }),
} satisfies Codec<SeenPlant, Station>
