import type { QuantityId } from '../quantities.ts'
import type { WatchedDevice } from './sample-facts.ts'
import type { SampleRule } from './sample-rules.ts'
import { bad, good, ordinaryGrace, unknown } from './watch.ts'

const whole: readonly string[] = ['']
const none: readonly string[] = []
const having = (device: WatchedDevice, ...all: readonly QuantityId[]): readonly string[] =>
  all.every((quantity) => device.quantities.includes(quantity)) ? whole : none

const HOT = { opens: 55, closes: 50 }

const batteryHot: SampleRule = {
  id: 'batteryHot',
  grace: ordinaryGrace,
  partsOf: (device) => having(device, 'batteryTemperatureC'),
  look: (_, { read }, __, watch) => {
    const temperatureC = read('batteryCellMaxTemperatureC') ?? read('batteryTemperatureC')
    if (temperatureC === undefined) return unknown
    return temperatureC > (watch?.isOpen ? HOT.closes : HOT.opens) ? bad({ temperatureC, limitC: HOT.opens }) : good
  },
}

/** V between the highest and the lowest cell. Near empty and full cells part by nature. */
const SPREAD = { opens: 0.15, closes: 0.1, fromPercent: 20, toPercent: 90 }

const cellSpread: SampleRule = {
  id: 'cellSpread',
  grace: ordinaryGrace,
  partsOf: (device) => having(device, 'batteryCellMaxVoltageV', 'batteryCellMinVoltageV'),
  look: (_, { read }, __, watch) => {
    const [highest, lowest] = [read('batteryCellMaxVoltageV'), read('batteryCellMinVoltageV')]
    const soc = read('batterySocPercent')
    if (highest === undefined || lowest === undefined || highest <= 0 || lowest <= 0) return unknown
    if (soc !== undefined && (soc < SPREAD.fromPercent || soc > SPREAD.toPercent)) return unknown
    const spreadV = highest - lowest
    return spreadV > (watch?.isOpen ? SPREAD.closes : SPREAD.opens) ? bad({ spreadV, limitV: SPREAD.opens }) : good
  },
}

/** At this share of the inverter's rating the charge must move within hours. */
const MOVING_SHARE = 0.1
const MOVING_W = 500

/**
 * The state of charge stays while power flows for hours. A run begins and counts once an hour, because a charge that
 * moves ends it within minutes: with each sample, nearly every sample of a working battery would be kept in a row.
 */
const socStuck: SampleRule = {
  id: 'socStuck',
  grace: { samples: 4, forMs: 0, goodSamples: 1 },
  partsOf: (device) => having(device, 'batterySocPercent', 'batteryPowerW'),
  look: ({ ratedW }, { read, beginsHour }, _, watch) => {
    const [soc, powerW] = [read('batterySocPercent'), read('batteryPowerW')]
    if (soc === undefined || powerW === undefined) return unknown
    if (watch !== undefined && watch.mark !== null && Math.abs(soc - watch.mark) >= 1) return good
    // Full and empty it rests there.
    if (soc <= 5 || soc >= 97) return good
    if (Math.abs(powerW) < Math.max(MOVING_W, MOVING_SHARE * (ratedW ?? 0)) || !beginsHour()) return unknown
    return bad({ socPercent: soc, powerW }, { mark: soc })
  },
}

const OUTAGE_V = 50
const voltagesOf = {
  grid: ['grid1VoltageV', 'grid2VoltageV', 'grid3VoltageV'],
  ac: ['ac1VoltageV', 'ac2VoltageV', 'ac3VoltageV'],
} as const satisfies Record<string, readonly QuantityId[]>

/** The device runs and sees no grid. */
const gridOutage: SampleRule = {
  id: 'gridOutage',
  grace: { ...ordinaryGrace, goodSamples: 1 },
  partsOf: (device) => {
    if (device.isOffGrid || !device.hasBattery) return none
    const own = having(device, 'grid1VoltageV')
    // With an output of its own for the house, its AC side is the grid.
    return own.length > 0 ? own : having(device, 'ac1VoltageV', 'epsVoltageV')
  },
  look: ({ quantities }, { read }) => {
    const side = quantities.includes('grid1VoltageV') ? 'grid' : 'ac'
    const voltages = voltagesOf[side].map(read).filter((item) => item !== undefined)
    if (voltages.length === 0) return unknown
    if (voltages.some((voltageV) => voltageV >= OUTAGE_V)) return good
    return bad({
      backupW: read('epsPowerW') ?? read('loadPowerW') ?? null,
      socPercent: read('batterySocPercent') ?? null,
    })
  },
}

/** Where no meter is, the power at the grid follows from DC powers, which lose some percent on their way. */
const EXPORT = { opens: 1.08, closes: 1.04, moreW: 100 }

const exportHigh: SampleRule = {
  id: 'exportHigh',
  grace: ordinaryGrace,
  partsOf: (device) =>
    device.gridFactor === null || device.settings.exportLimitW === null ? none : having(device, 'gridPowerW'),
  look: ({ gridFactor, settings: { exportLimitW } }, { read }, _, watch) => {
    const power = read('gridPowerW')
    if (power === undefined || exportLimitW === null) return unknown
    const exportW = -power * (gridFactor ?? 1)
    const opensW = exportLimitW * EXPORT.opens + EXPORT.moreW
    return exportW > (watch?.isOpen ? exportLimitW * EXPORT.closes : opensW)
      ? bad({ exportW, limitW: exportLimitW })
      : good
  },
}

/** Rules of batteries and of the connection. */
export const storageRules: readonly SampleRule[] = [batteryHot, cellSpread, socStuck, gridOutage, exportHigh]
