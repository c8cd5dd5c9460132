import { DAY_MS } from '@heliograph/domain/duration.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import type { Moment } from '../readings.ts'
import type { Home, Served } from '../sites/home.ts'
import { openBroker } from './broker.ts'

const EVERY_MS = 5_000
const STRINGS = 4
/** Share of mornings on which the first round has 0 in every total. */
const BLANK_MORNINGS = 0.3
const BASE = 'solar'

type Message = readonly [topic: string, payload: string]

/** The values of one inverter as OpenDTU shows them: plain decimals, each in a message of its own. */
export function inverterMessages(serial: string, moment: Moment, isBlank: boolean): readonly Message[] {
  const power = moment.powers.inverters[0]
  const counter = moment.now.generation[0]
  if (power === undefined || counter === undefined) return []
  const { acW, dcW, cellC, awake } = power
  const [totalWh, todayWh] = isBlank ? [0, 0] : [counter.total, counter.today]
  // Unreached, it has no voltage either.
  const volts = awake ? 231.4 + (2 * acW) / 1_500 : 0
  const dcV = dcW > 0 ? 34 * (1 - 0.0029 * (cellC - 25)) : 0
  const show = (place: number, values: Readonly<Record<string, readonly [value: number, decimals: number]>>) =>
    Object.entries(values).map(
      ([name, [value, decimals]]): Message => [`${BASE}/${serial}/${place}/${name}`, value.toFixed(decimals)],
    )
  const strings = Array.from({ length: STRINGS }, (_, n) =>
    show(n + 1, {
      power: [dcW / STRINGS, 1],
      voltage: [dcV, 1],
      current: [dcV > 0 ? dcW / STRINGS / dcV : 0, 2],
      yieldday: [Math.floor(todayWh / STRINGS), 0],
      yieldtotal: [Math.floor(totalWh / STRINGS) / 1000, 3],
    }),
  )
  return [
    ...show(0, {
      power: [acW, 1],
      voltage: [volts, 1],
      current: [volts > 0 ? acW / volts : 0, 2],
      frequency: [awake ? 50.01 : 0, 2],
      powerfactor: [acW > 0 ? 0.999 : 0, 3],
      reactivepower: [0, 1],
      temperature: [moment.powers.airC + acW / 60, 1],
      powerdc: [dcW, 1],
      efficiency: [dcW > 0 ? (100 * acW) / dcW : 0, 3],
      yieldday: [Math.floor(todayWh), 0],
      yieldtotal: [Math.floor(totalWh) / 1000, 3],
    }),
    ...strings.flat(),
  ]
}

/**
 * An OpenDTU that publishes to the home's broker, every value retained. At night the inverter is not reached: its status
 * says so, and its powers are 0, as its owner has chosen. @throws Error of the system when the port is taken
 */
export async function serveOpenDtu(
  port: number,
  home: Home,
  account: Readonly<{ user: string; password: string }>,
): Promise<Served> {
  const { model, momentAt, now } = home
  const broker = await openBroker(port, account)
  const [inverter] = model.inverters
  const serial = inverter?.serial ?? ''
  let wasAwake = false
  const tell = (messages: readonly Message[]): void => {
    for (const [topic, payload] of messages) broker.publish(topic, payload, true)
  }
  const tick = (): void => {
    const moment = momentAt(now())
    if (moment === undefined) return
    const isAwake = moment.powers.inverters[0]?.awake === true
    const atS = Math.floor(moment.atMs / 1000)
    tell([
      [`${BASE}/dtu/status`, 'online'],
      [`${BASE}/dtu/uptime`, String(atS % 864_000)],
      [`${BASE}/${serial}/name`, model.spec.name],
      [`${BASE}/${serial}/status/reachable`, isAwake ? '1' : '0'],
      [`${BASE}/${serial}/status/producing`, isAwake && (moment.powers.inverters[0]?.acW ?? 0) > 0 ? '1' : '0'],
    ])
    const day = Math.floor(moment.atMs / DAY_MS)
    const isMorning = isAwake && !wasAwake && moment.powers.sunElevationDeg < 10
    const isBlank = isMorning && randomAt(model.seed, 74, day) < BLANK_MORNINGS
    const { acW = 0 } = moment.powers.inverters[0] ?? {}
    tell([
      ...inverterMessages(serial, moment, isBlank),
      ...(isAwake ? [[`${BASE}/${serial}/status/last_update`, String(atS)] as const] : []),
      [`${BASE}/ac/power`, acW.toFixed(1)],
      [`${BASE}/ac/yieldtotal`, ((moment.now.generation[0]?.total ?? 0) / 1000).toFixed(3)],
    ])
    wasAwake = isAwake
  }
  tick()
  const clock = setInterval(tick, EVERY_MS)
  return {
    port: broker.port,
    stop: async () => {
      clearInterval(clock)
      await broker.stop()
    },
  }
}
