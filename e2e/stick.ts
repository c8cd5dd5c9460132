import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { encodeRecord } from '@heliograph/devices/reads/v5-record/encode-record.ts'
import { requireRecord } from '@heliograph/devices/reads/v5-record/require-record.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { SolarmanLogger } from '../apps/simulator/src/links/solarman-logger.ts'

/** What sets a sender apart from the logger whose serial it uses: its address, and how long it ever ran. */
type Sender = Readonly<{
  from?: string
  bootBaseS?: number
  answerDevice?: (rtu: Uint8Array) => Uint8Array | undefined
}>

/** A logger controlled by the test. */
export function connectStick(
  loggerPort: number,
  serial: number,
  deviceSerial: string,
  profileId = 'sofar-2708',
  sender: Sender = {},
) {
  const profile = findProfileById(profileId)
  if (profile === undefined) throw new Error('no profile of a stick')
  let bootedAtMs = Date.now() - 3_600_000
  // Its run time ever stands still while it has no power.
  let bootBaseS = sender.bootBaseS ?? 90_000
  const timeFields = (atMs: number, synchronized: boolean) => {
    const poweronS = Math.floor((atMs - bootedAtMs) / 1000)
    const totalS = bootBaseS + poweronS
    return { totalS, poweronS, offsetS: synchronized ? Math.floor(atMs / 1000) - totalS : 0 }
  }
  const logger = new SolarmanLogger({
    host: '127.0.0.1',
    port: loggerPort,
    ...(sender.from !== undefined && { from: sender.from }),
    ...(sender.answerDevice !== undefined && { answerDevice: sender.answerDevice }),
    now: Date.now,
    timeFields,
    identity: {
      serial,
      firmware: 'LSW3_15_2701_1.57',
      mac: '02:00:00:00:00:07',
      localAddress: '192.0.2.7',
      ssid: 'desk',
      signalPercent: 80,
      sensorType: requireRecord(profile).sensorType,
      deviceCount: 1,
      intervalMinutes: 1,
    },
  })
  let recordCounter = 0
  let lastAtMs = 0
  return {
    logger,
    /** Its plug is pulled and put in again. */
    restart(): void {
      logger.powerOff()
      bootBaseS += Math.floor((Date.now() - bootedAtMs) / 1000)
      bootedAtMs = Date.now()
      logger.powerOn()
    },
    /** Sends one live record now, of its own inverter unless told otherwise; resolves when it is acknowledged. */
    async say(values: Values, onSend?: () => void, of = deviceSerial): Promise<void> {
      // A logger counts whole seconds: two records within one second would be one.
      let atMs = Math.floor(Date.now() / 1000) * 1000
      while (atMs <= lastAtMs) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        atMs = Math.floor(Date.now() / 1000) * 1000
      }
      lastAtMs = atMs
      const wanted = logger.stats.acked + 1
      recordCounter++
      onSend?.()
      logger.add({
        live: true,
        encode: (buffered) =>
          encodeRecord(
            profile,
            { time: timeFields(atMs, true), recordCounter, buffered },
            { deviceSerial: of, values },
          ),
      })
      while (logger.stats.acked < wanted) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

/**
 * A hybrid inverter at noon: the panels deliver `pvW`, the house uses 1,380 W, 2,100 W charge the battery, the rest is
 * exported.
 */
export const atNoon = (pvW: number, energyTodayWh: number): Values => ({
  pv1VoltageV: 412,
  pv1CurrentA: pvW / 2 / 412,
  pv1PowerW: pvW / 2,
  pv2VoltageV: 408,
  pv2CurrentA: pvW / 2 / 408,
  pv2PowerW: pvW / 2,
  ac1VoltageV: 231.4,
  ac1CurrentA: 9,
  acFrequencyHz: 50.01,
  batteryPowerW: -2_100,
  batteryVoltageV: 52.1,
  batteryCurrentA: -40.3,
  batterySocPercent: 62,
  batteryTemperatureC: 24,
  loadPowerW: 1_380,
  epsVoltageV: 231,
  epsPowerW: 0,
  generationTodayWh: energyTodayWh,
  gridExportTodayWh: 5_020,
  gridImportTodayWh: 1_360,
  loadTodayWh: 9_710,
  generationTotalWh: 8_000_000 + energyTodayWh,
  gridExportTotalWh: 3_000_000,
  gridImportTotalWh: 900_000,
  loadTotalWh: 4_100_000,
  batteryDischargeTodayWh: 2_300,
  batteryChargeTodayWh: 5_230,
  batteryChargeTotalWh: 2_000_000,
  batteryDischargeTotalWh: 1_800_000,
  batteryCycles: 180,
  dcBusVoltageV: 420,
})
