import type { GridType, PlantType } from '@heliograph/domain/plant.ts'
import type { ClimateName } from '@heliograph/solar/climates.ts'
import type { LoadProfileName } from '@heliograph/solar/household-profiles.ts'
import type { Fault } from './faults.ts'

/** One inverter behind a logger. `dcWp` is the nameplate of its modules. */
export type InverterSpec = Readonly<{ serial: string; ratedAcW: number; dcWp: number; master?: true }>

export type LoggerSpec = Readonly<{
  serial: number
  profileId: string
  firmware: string
  intervalMinutes: number
  inverters: readonly InverterSpec[]
}>

/** Equipment beside the inverters that a program reads. */
export type EquipmentKind =
  | 'meter'
  | 'exportLimiter'
  | 'storageConverter'
  | 'generator'
  | 'smartLoad'
  | 'weatherStation'

/** A way in which a home's devices answer (sites/links.ts). */
export type LinkName =
  | 'sunspec'
  | 'sunspec-inverter'
  | 'huawei'
  | 'sungrow'
  | 'goodwe'
  | 'p1'
  | 'opendtu'
  | 'shelly'
  | 'victron'
  | 'home-assistant'
  | 'solarman-local'

export type PlantSpec = Readonly<{
  name: string
  type: PlantType
  gridType: GridType
  address: string
  country: string
  latitude: number
  longitude: number
  altitudeM: number
  zone: string
  currency: string
  pricePerKwh: number
  tiltDeg: number
  azimuthDeg: number
  climate: ClimateName
  meanTemperatureC: number
  seasonalSwingC: number
  load?: Readonly<{ profile: LoadProfileName; scale: number }>
  batteryWh?: number
  /** A program beside the battery reads its modules and cells. */
  batteryModules?: number
  /** A program beside the first inverter reads the optimizers behind its modules. */
  optimizers?: number
  /** A program reads this equipment beside the inverters. */
  equipment?: readonly EquipmentKind[]
  /** Kind of the modules in the plant's layout (draw-layout.ts). */
  drawn?: 'micro' | 'optimizer' | 'string'
  /** Its devices are asked on the network of the home: they have no logger that sends. */
  links?: readonly LinkName[]
  generatorW?: number
  exportLimitW?: number
  loggers: readonly LoggerSpec[]
  faults: readonly Fault[]
}>
