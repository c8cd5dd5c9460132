import { deye, goodwe, huawei, sungrow } from '../links/families.ts'
import { serveHomeAssistant } from '../links/home-assistant.ts'
import { serveModbus } from '../links/modbus-server.ts'
import { answerNative, type Family } from '../links/native-modbus.ts'
import { serveOpenDtu } from '../links/opendtu.ts'
import { serveP1 } from '../links/p1-meter.ts'
import { serveShelly } from '../links/shelly.ts'
import { serveSolarmanStick } from '../links/solarman-local.ts'
import { answerSunSpec } from '../links/sunspec.ts'
import { serveVictron } from '../links/victron.ts'
import type { LinkName } from '../plant-spec.ts'
import type { Home, Served } from './home.ts'

/** How a home's devices answer, and how its owner has them read. */
export type Link = Readonly<{
  way: string
  /** The owner's entries beside the address. */
  settings: Readonly<Record<string, string | number>>
  /** @throws Error of the system when the port is taken */
  open: (port: number, home: Home) => Promise<Served>
  /** It has kept the past itself: no file is imported. */
  keepsPast?: true
}>

const PASSWORD = 'Look-at-the-sun'
const TOKEN = 'simulated-long-lived-access-token'
const BROKER = { user: 'home', password: PASSWORD }

const native = (family: Family, unit: number): Link => ({
  way: 'modbus-tcp',
  settings: { unit },
  open: (port, home) => serveModbus(port, answerNative(home, family), family.habits),
})

export const links: Readonly<Record<LinkName, Link>> = {
  sunspec: {
    way: 'modbus-tcp',
    settings: {},
    open: (port, home) => serveModbus(port, answerSunSpec(home)),
  },
  'sunspec-inverter': {
    way: 'modbus-tcp',
    settings: { unit: 1 },
    open: (port, home) => serveModbus(port, answerSunSpec(home, false)),
  },
  huawei: native(huawei, 1),
  sungrow: native(sungrow, 1),
  goodwe: native(goodwe, 247),
  p1: { way: 'meter-stream', settings: {}, open: serveP1 },
  opendtu: {
    way: 'mqtt',
    settings: { ...BROKER },
    open: (port, home) => serveOpenDtu(port, home, BROKER),
  },
  shelly: {
    way: 'http-json',
    settings: { password: PASSWORD },
    open: (port, home) => serveShelly(port, home, PASSWORD),
  },
  victron: { way: 'mqtt', settings: {}, open: serveVictron },
  'home-assistant': {
    way: 'home-assistant',
    settings: { token: TOKEN },
    open: (port, home) => serveHomeAssistant(port, home, TOKEN),
    keepsPast: true,
  },
  'solarman-local': { way: 'solarman-local', settings: {}, open: serveStick },
}

/** A stick at the wire of a Deye: two zero bytes behind each reply, copies of what its cloud asks, a lost request now and then. */
function serveStick(port: number, home: Home): Promise<Served> {
  const { model, now } = home
  const sinceS = Math.floor(now() / 1000)
  return serveSolarmanStick(port, {
    serial: model.spec.loggers[0]?.serial ?? 0,
    answer: answerNative(home, deye),
    timeFields: () => {
      const totalS = Math.floor(now() / 1000) - sinceS + 1
      return { totalS, poweronS: totalS, offsetS: sinceS }
    },
    habits: { isDoubleCrc: true, copiesEvery: 7, forgetsEvery: 23 },
  })
}
