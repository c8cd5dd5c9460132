import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { epochSeconds, id, idParams, numberOrNull } from '../page.ts'
import { money } from './finance.ts'
import { generationZero } from './plant-parts.ts'
import { status, statusReason } from './status.ts'

/** A node of the flow diagram: drawn only when a device of the plant has the role. */
export const flowNode = z.object({
  role: z.enum(['pv', 'micro', 'grid', 'battery', 'load', 'smartLoad', 'generator', 'ups']),
  /** W by the sign convention of domain/quantities.ts; null when unknown. */
  power: numberOrNull,
  /** The grid is measured by its own meter. */
  metered: z.boolean(),
  /** The value is derived from the balance of the others, not measured. */
  derived: z.boolean(),
  devices: z.array(z.string()),
})
export type FlowNode = z.infer<typeof flowNode>

/** Equipment between or beside the nodes: on the paths of battery and grid, and next to the drawing. */
export const flowEquipment = z.object({
  /** Meters at the grid connection, by name; so for the next two. */
  meters: z.array(z.string()),
  /** Storage converters: the battery is coupled on the AC side. */
  pcs: z.array(z.string()),
  /** Devices that hold the export back at the grid connection. */
  compensation: z.array(z.string()),
  /** Newest readings of the plant's weather stations, none older than their station's silence; null: no station. */
  weather: z
    .object({
      devices: z.array(z.string()),
      irradiance: numberOrNull,
      ambientTemperature: numberOrNull,
      moduleTemperature: numberOrNull,
      windSpeed: numberOrNull,
    })
    .nullable(),
  collectors: z.object({ total: z.number().int(), online: z.number().int() }),
})
export type FlowEquipment = z.infer<typeof flowEquipment>

/** The current powers, W, each >= 0 except wirePower (> 0 importing) and batteryPower (> 0 discharging). */
export const fastSystem = z.object({
  systemId: z.number().int(),
  generationPower: numberOrNull,
  usePower: numberOrNull,
  wirePower: numberOrNull,
  buyPower: numberOrNull,
  gridPower: numberOrNull,
  batteryPower: numberOrNull,
  chargePower: numberOrNull,
  dischargePower: numberOrNull,
  generatorPower: numberOrNull,
  batterySoc: numberOrNull,
  unaccountedPower: numberOrNull,
  genStatus: z.enum(['OUT', 'STATIC']),
  wireStatus: z.enum(['PURCHASE', 'GRID_CONNECTED', 'STATIC']),
  batteryStatus: z.enum(['CHARGE', 'DISCHARGE', 'STATIC']),
  useStatus: z.enum(['IN', 'STATIC']),
  generationCapacity: numberOrNull,
  generationValue: numberOrNull,
  nodes: z.array(flowNode),
  equipment: flowEquipment,
  status,
  reason: statusReason,
  /** Upload interval of the plant's slowest logger, in seconds: the measure of "late". */
  intervalS: z.number().int(),
  sunUp: z.boolean(),
  /** Set: production below it, or at night, is shown as 0 W. null: it is shown as measured. */
  generationZero: generationZero.nullable(),
  nextSunrise: epochSeconds.nullable(),
  lastUpdateTime: epochSeconds.nullable(),
  serverTime: epochSeconds,
})
export type FastSystem = z.infer<typeof fastSystem>

export const energyFields = [
  'generationValue',
  'useValue',
  'buyValue',
  'gridValue',
  'chargeValue',
  'dischargeValue',
  'generatorValue',
] as const

/** Energies of one period in kWh with both splits; ratios in % of their side, adding up to 100. null: not measured here. */
export const energyFigures = z.object({
  generationValue: numberOrNull,
  useValue: numberOrNull,
  gridValue: numberOrNull,
  buyValue: numberOrNull,
  chargeValue: numberOrNull,
  dischargeValue: numberOrNull,
  generatorValue: numberOrNull,
  genForUse: numberOrNull,
  genForCharge: numberOrNull,
  genForGrid: numberOrNull,
  useFromGen: numberOrNull,
  useFromBuy: numberOrNull,
  useFromDischarge: numberOrNull,
  useFromGenerator: numberOrNull,
  generationRatio: numberOrNull,
  gridRatio: numberOrNull,
  chargeRatio: numberOrNull,
  useRatio: numberOrNull,
  buyRatio: numberOrNull,
  useDischargeRatio: numberOrNull,
  useGeneratorRatio: numberOrNull,
  incomeValue: numberOrNull,
  /** Energy purchased with the standing charge; paid for energy fed in; the bill without the plant; what it saves. */
  costValue: numberOrNull,
  feedInValue: numberOrNull,
  withoutPlantValue: numberOrNull,
  savedValue: numberOrNull,
  /** Cost, feed-in and the bill without the plant of those days alone that are saved; absent: they are all days with money. */
  savedDays: z
    .object({ costValue: numberOrNull, feedInValue: numberOrNull, withoutPlantValue: numberOrNull })
    .optional(),
  /** The money above without VAT, where the tariffs of all days state their rate. */
  netOfVat: money.omit({ netOfVat: true }).optional(),
  fullPowerHoursDay: numberOrNull,
  /** Counter steps refused as implausible in the period, and their sum in kWh: excluded from all values above. */
  quarantined: z.number().int(),
  refusedValue: z.number(),
  resets: z.number().int(),
  /** Samples whose instant is estimated. */
  estimated: z.number().int(),
  /**
   * Share of generationValue, and of the other energies, kWh: produced during a gap, so it may belong to another day.
   */
  estimatedValue: z.number(),
  estimatedOthersValue: z.number(),
  /**
   * Values above that hold energy integrated from powers, over intervals of at most 15 minutes, because no counter
   * measures it: estimated, and so is what follows from them.
   */
  fromPower: z.array(z.enum(energyFields)),
  /** Share of generationValue, kWh: reported by the device for the hours before its first record. */
  reportedValue: z.number(),
  /** kWh of generationValue that follow from a hybrid's counter and its battery, or from the power of its cells. */
  derivedValue: z.number(),
  /**
   * kWh of chargeValue that the grid gave, by the hours of the days: in useFromBuy and genForCharge none of it. Absent: no
   * hours are known, and the parts above follow from the sums of each period.
   */
  chargeFromBuy: z.number().optional(),
  /** Offsets that people added to generationValue and to useValue, kWh, of either sign: part of both. */
  generationOffset: z.number(),
  useOffset: z.number(),
  /** The use of the production is the planned share of it (theoryConsumeProportion), not computed. */
  theoryUse: z.boolean(),
  /** Values that are what the devices' lifetime counters show, by the plant's metering; else the sum of the days. */
  uploadedTotals: z.array(z.enum(energyFields)),
})
export type EnergyFigures = z.infer<typeof energyFigures>

/** A device whose lifetime counter (`quantity`) and daily counter disagree today, and which of the two counts. */
export const counterDisagreement = z.object({
  deviceId: id,
  deviceName: z.string(),
  quantity: z.string(),
  kind: z.enum(['totalStands', 'totalSilent', 'todayStands', 'todaySilent', 'contradict', 'holdsBattery']),
})

export const operatingSystem = fastSystem.extend({
  day: energyFigures,
  month: energyFigures,
  year: energyFigures,
  total: energyFigures,
  /** Yesterday's yield per kWp. */
  fullPowerYesterdayHours: numberOrNull,
  operatingTotalDays: z.number().int(),
  /** Sum of the devices' own lifetime counters in kWh, beside our sum since the first record: two totals, shown together. */
  counterTotal: numberOrNull,
  disagreements: z.array(counterDisagreement),
  /** Inverters that wait to be confirmed; nothing of them is in these figures. */
  waitingDevices: z.number().int(),
  /** Devices that said more power today than they can deliver; what they said is left out. */
  refusedPowerDevices: z.number().int(),
  currency: z.string(),
  /** Income of a kWh produced today at any time; null: it depends on the tariff, or there is no price. */
  price: numberOrNull,
  hasPrices: z.boolean(),
})
export type OperatingSystem = z.infer<typeof operatingSystem>

export const energySaved = z.object({
  standardCoalSaved: numberOrNull,
  emissionReductionCO2: numberOrNull,
  treesPlanted: numberOrNull,
  incomeTotal: numberOrNull,
  generationTotal: numberOrNull,
  factors: z.object({ coalKgPerKwh: z.number(), co2KgPerKwh: z.number(), treesPerKwh: z.number() }),
})
export type EnergySaved = z.infer<typeof energySaved>

export const liveEvent = z.object({ system: fastSystem })
export type LiveEvent = z.infer<typeof liveEvent>

export const systemCalls = {
  'GET /maintain-s/fast/system/{id}': endpoint({
    summary: 'The current powers and status of a plant',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: fastSystem,
  }),
  'GET /maintain-s/operating/system/{id}': endpoint({
    summary: 'Now, today, month, year and total with both splits',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: operatingSystem,
  }),
  'POST /maintain-s/operating/station/generation/energy-saved': endpoint({
    summary: 'Environmental benefits of the production, with their factors',
    reads: true,
    right: onPlant('viewPlantInfo', 'body.id'),
    body: z.object({ id }),
    reply: energySaved,
  }),
  'GET /maintain-s/live/station/{id}': endpoint({
    summary: 'Live data of a plant as server-sent events: one at once, one per change',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 5,
    params: idParams,
    reply: liveEvent,
    stream: true,
  }),
} as const
