import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Moment } from '../readings.ts'
import type { Home, Served } from '../sites/home.ts'
import { openBroker } from './broker.ts'

/** A GX device publishes so long after it was asked last. */
const KEPT_ALIVE_MS = MINUTE_MS
const EVERY_MS = 2_000
/** The serial number alone comes without being asked. */
const SERIAL_EVERY_MS = 3_000
const PHASES = [1, 2, 3] as const

/** The values of a GX by service, instance and path. Charging counts as positive. */
export function gxValues({ now, powers }: Moment): Readonly<Record<string, number>> {
  const { flows, loadW, socPercent } = powers
  const gridW = flows.importW - flows.exportW
  const chargeW = flows.chargeW - flows.dischargeW
  const acW = powers.inverters.reduce((sum, one) => sum + one.acW, 0)
  const totalWh = now.generation.reduce((sum, { total }) => sum + total, 0)
  const kWh = (wh: number): number => Math.floor(wh / 10) / 100
  const volts = 51.2 + (((socPercent ?? 50) - 50) / 50) * 2.4 + chargeW * 0.0003
  const meter = (service: string, watts: number) =>
    PHASES.flatMap((n) => [
      [`${service}/Ac/L${n}/Power`, watts / 3],
      [`${service}/Ac/L${n}/Voltage`, 230 + n * 0.4],
      [`${service}/Ac/L${n}/Current`, watts / 3 / (230 + n * 0.4)],
    ])
  return Object.fromEntries([
    ['grid/30/Ac/Power', gridW],
    ['grid/30/Ac/Energy/Forward', kWh(now.boundary.import.total)],
    ['grid/30/Ac/Energy/Reverse', kWh(now.boundary.export.total)],
    ...meter('grid/30', gridW),
    ['pvinverter/31/Ac/Power', acW],
    ['pvinverter/31/Ac/Energy/Forward', kWh(totalWh)],
    ...meter('pvinverter/31', acW),
    ['battery/512/Soc', socPercent ?? 0],
    ['battery/512/Dc/0/Voltage', volts],
    ['battery/512/Dc/0/Current', chargeW / volts],
    ['battery/512/Dc/0/Power', chargeW],
    ['battery/512/Dc/0/Temperature', 18 + powers.airC / 6],
    ['battery/512/History/ChargedEnergy', kWh(now.boundary.charge.total)],
    ['battery/512/History/DischargedEnergy', kWh(now.boundary.discharge.total)],
    ['system/0/Ac/Grid/NumberOfPhases', 3],
    ['system/0/Ac/Consumption/NumberOfPhases', 3],
    ...PHASES.flatMap((n) => [
      [`system/0/Ac/Grid/L${n}/Power`, gridW / 3],
      [`system/0/Ac/Consumption/L${n}/Power`, loadW / 3],
    ]),
    ['system/0/Dc/Battery/Soc', socPercent ?? 0],
    ['system/0/Dc/Battery/Power', chargeW],
  ])
}

/** Floats of 32 bits, as the bus of a GX carries them. */
const toPayload = (value: number): string => JSON.stringify({ value: Math.fround(value) })

/**
 * A Victron GX with a broker of its own: silent a minute after the last keep-alive, nothing retained, everything once
 * after each keep-alive, and then what changes. @throws Error of the system when the port is taken
 */
export async function serveVictron(port: number, home: Home): Promise<Served> {
  const { model, momentAt, now } = home
  const portal = model.seed.toString(16).padStart(12, '0')
  let aliveUntilMs = 0
  let published: Readonly<Record<string, number>> = {}
  const tell = (isAll: boolean): void => {
    const moment = momentAt(now())
    if (moment === undefined) return
    const values = gxValues(moment)
    for (const [path, value] of Object.entries(values))
      if (isAll || published[path] !== value) broker.publish(`N/${portal}/${path}`, toPayload(value))
    published = values
    if (isAll) broker.publish(`N/${portal}/full_publish_completed`, JSON.stringify({ value: Math.floor(now() / 1000) }))
  }
  const broker = await openBroker(port, {
    onMessage: (topic) => {
      if (topic !== `R/${portal}/keepalive`) return
      aliveUntilMs = now() + KEPT_ALIVE_MS
      tell(true)
    },
  })
  const tellSerial = (): void => broker.publish(`N/${portal}/system/0/Serial`, JSON.stringify({ value: portal }))
  const clocks = [
    setInterval(() => {
      if (now() < aliveUntilMs) tell(false)
    }, EVERY_MS),
    setInterval(tellSerial, SERIAL_EVERY_MS),
  ]
  return {
    port: broker.port,
    stop: async () => {
      for (const clock of clocks) clearInterval(clock)
      await broker.stop()
    },
  }
}
