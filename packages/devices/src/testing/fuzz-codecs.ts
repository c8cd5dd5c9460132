import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { parseLines } from '@heliograph/wires/line-protocol/parse.ts'
import { createMeterStream } from '@heliograph/wires/meter/stream.ts'
import { createMbapCutter, decodeMbapReply, encodeMbapReply } from '@heliograph/wires/modbus/mbap.ts'
import { decodeReadReply, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { encodeFrame, frameTypes } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalReply, encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { decodeMessage } from '@heliograph/wires/solarman-v5/messages.ts'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import { writeSml } from '@heliograph/wires/testing/write-sml.ts'
import { readPrefs } from '../reads/home-assistant/prefs.ts'
import { readSource } from '../reads/home-assistant/read-source.ts'
import { createHaStates } from '../reads/home-assistant/states.ts'
import { httpProfiles } from '../reads/http-json/profiles.ts'
import { readHttp } from '../reads/http-json/read-http.ts'
import { createMqttReader } from '../reads/mqtt/mqtt.ts'
import { readObis } from '../reads/obis/obis.ts'
import { fuzzReaders } from './fuzz-readers.ts'

type Random = (below: number) => number
/** Takes one drawn input. @returns a value that no device can have */
type Codec = (random: Random) => string | undefined

/** Numbers that follow from a seed. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T

/** A sound piece that is cut, changed, doubled or torn apart by noise. */
function breakBytes(random: Random, sound: readonly Uint8Array[]): Uint8Array {
  const bytes = [...pick(random, sound)]
  for (let n = random(5); n > 0; n -= 1) {
    const at = random(bytes.length + 1)
    const kind = random(5)
    if (kind === 0) bytes.splice(at, 1 + random(8))
    else if (kind === 1) bytes.splice(at, 0, ...Array.from({ length: random(8) }, () => random(256)))
    else if (kind === 2) bytes.splice(at, 0, ...bytes.slice(0, random(40)))
    else if (bytes.length > 0) bytes[at % bytes.length] = pick(random, [0, 0xff, 0x7f, 0x80, random(256)])
  }
  return Uint8Array.from(bytes)
}
const breakText = (random: Random, sound: readonly string[]): string =>
  Buffer.from(
    breakBytes(
      random,
      sound.map((text) => Buffer.from(text)),
    ),
  ).toString(random(4) === 0 ? 'latin1' : 'utf8')

const odd = [0, -1, 1e308, -1e308, null, true, '', 'x', '1e999', '12.5', [], {}, [[]], '__proto__'] as const
/** A tree of JSON with odd leaves, missing parts and doubled ones. */
function breakJson(random: Random, value: unknown, depth = 0): unknown {
  if (random(12) === 0) return pick(random, odd)
  if (Array.isArray(value))
    return value.flatMap((item) => (random(10) === 0 ? [] : [breakJson(random, item, depth + 1)]))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) =>
        random(12) === 0 ? [] : [[random(20) === 0 ? 'toString' : name, breakJson(random, item, depth + 1)]],
      ),
    )
  return typeof value === 'number' && random(6) === 0 ? value * pick(random, [-1, 1e9, 1e-9, Number.MAX_VALUE]) : value
}

/** A value outside the catalog's bounds must have been refused. */
const faultOf = ({ values, deviceSerial }: Decoded): string | undefined => {
  if (deviceSerial.length > 100) return `a serial of ${deviceSerial.length} characters`
  for (const [id, value] of Object.entries(values)) {
    const { min, max } = getQuantity(id as QuantityId)
    if (!Number.isFinite(value) || value < min || value > max) return `${id} is ${value}`
  }
  return undefined
}

const words = [1, 2, 3, 0xffff, 0x8000]
const rtu = encodeReadReply({ unit: 1, fn: 3, words })
const P1 =
  '/ESY5Q3DB1024 V3.04\r\n\r\n1-0:0.0.0*255(0272031312565)\r\n1-0:1.8.0*255(00052185.7825309*kWh)\r\n' +
  '1-0:2.8.0*255(00019949.3221493*kWh)\r\n1-0:1.7.0*255(002124.86*W)\r\n!\r\n'

const openModbus = (): Codec => {
  let cutter = createMbapCutter()
  return (random) => {
    const frames = cutter.push(breakBytes(random, [encodeMbapReply(1 + random(9), rtu)]))
    if (frames === 'lost') cutter = createMbapCutter()
    else for (const frame of frames) decodeMbapReply(frame)
    decodeReadReply(breakBytes(random, [rtu]))
    return undefined
  }
}
const openV5 = (): Codec => {
  const stream = createReassembler()
  const ids = { seqServer: 1, seqLogger: 2, loggerSerial: 1_712_345_678 }
  const time = { totalS: 9, poweronS: 5, offsetS: 1_600_000_000 }
  const request = { ...ids, type: frameTypes.request, payload: new Uint8Array(30) }
  const sound = [
    encodeFrame({ ...ids, type: frameTypes.handshake, payload: new Uint8Array(210).fill(0x41) }),
    encodeFrame({ ...ids, type: frameTypes.data, payload: new Uint8Array(120).fill(1) }),
    encodeLocalReply({ request, ...ids, time, rtu }),
  ]
  return (random) => {
    for (const event of stream.push(breakBytes(random, sound)))
      if (event.kind === 'frame') {
        decodeMessage(event.frame)
        decodeLocalReply(event.frame)
      }
    return stream.pendingBytes > 8_300 ? `${stream.pendingBytes} bytes are held` : undefined
  }
}
const openMeter = (sound: readonly Uint8Array[]) => (): Codec => {
  const stream = createMeterStream()
  return (random) => {
    for (const { telegram } of stream.push(breakBytes(random, sound))) {
      const fault = faultOf(readObis(telegram))
      if (fault !== undefined) return fault
    }
    return undefined
  }
}
const openMqtt = (): Codec => {
  const reader = createMqttReader()
  let atMs = 0
  const topics = [
    'solar/116183000001/0/power',
    'solar/116183000001/1/yieldtotal',
    'inverter/roof/ch0/P_AC',
    'tele/cellar/SENSOR',
    'shellies/shellyem-1/emeter/0/power',
    'shellypro3em-x/status/em:0',
    'N/c0619ab12345/grid/30/Ac/Power',
    'deye/dc/total_power',
    'zigbee2mqtt/plug',
    'homeassistant/sensor/x/power/config',
    'house/inverter/telemetry',
  ]
  const payloads = [
    '274.6',
    '{"value":-12}',
    '{"ENERGY":{"Total":2,"Power":5},"SML":{"Total_in":1}}',
    '{"a_act_power":1,"total_act_power":3,"id":0}',
    '{"name":"P","stat_t":"odd/place","unit_of_meas":"W","dev_cla":"power","dev":{"ids":["x"]}}',
    '{"values":{"acPowerW":5}}',
    '{"power":5,"energy":1.5}',
  ]
  return (random) => {
    atMs += random(3_000)
    const topic = random(9) === 0 ? `solar/${100_000_000_000 + random(1e6)}/0/power` : breakText(random, topics)
    reader.push({ topic, payload: breakText(random, payloads), isRetained: random(5) === 0 }, atMs)
    for (const { decoded } of reader.take(atMs)) {
      const fault = faultOf(decoded)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}
const openHttp = (): Codec => {
  const names = [...new Set(httpProfiles.flatMap(({ requests }) => Object.keys(requests)))]
  const inverter = {
    Body: { Data: { Site: { P_PV: 5, P_Grid: -5, E_Total: 7 }, Inverters: { 1: { P: 5, SOC: 50 } } } },
  }
  const plain = {
    serial: 'A1',
    total_power_import_kwh: 1.5,
    active_power_w: -5,
    emeters: [{ power: 1, total: 5 }],
    pwr: 5,
    cnt: '1,5',
  }
  return (random) => {
    const replies = Object.fromEntries(names.map((name) => [name, breakJson(random, pick(random, [inverter, plain]))]))
    for (const { decoded } of readHttp(pick(random, httpProfiles), replies)) {
      const fault = faultOf(decoded)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}
const openHomeAssistant = (): Codec => {
  const prefs = {
    energy_sources: [
      { type: 'solar', stat_energy_from: 'sensor.a', stat_rate: 'sensor.p' },
      { type: 'grid', flow_from: [{ stat_energy_from: 'sensor.b' }], flow_to: [{ stat_energy_to: 'sensor.c' }] },
      { type: 'battery', stat_energy_from: 'sensor.d', stat_energy_to: 'sensor.e' },
    ],
  }
  const event = {
    a: {
      'sensor.a': { s: '12.5', a: { unit_of_measurement: 'kWh' } },
      'sensor.p': { s: '5', a: { unit_of_measurement: 'W' } },
    },
  }
  return (random) => {
    const sources = readPrefs(breakJson(random, prefs))
    const states = createHaStates(['sensor.a', 'sensor.b', 'sensor.c', 'sensor.d', 'sensor.e', 'sensor.p'])
    states.apply(breakJson(random, event))
    for (const source of sources) {
      const decoded = readSource(source, states, { serial: 'ha', name: 'x' })
      const fault = decoded && faultOf(decoded)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}
const openLines = (): Codec => {
  const lines = ['power,device=a value=5,total=7i 1700000000\n', 'a\\ b,c=d e="f \\" g",h=true\n# x\n', 'm v=1e3\r\n']
  return (random) => {
    const text = breakText(random, lines)
    const count = [...parseLines(text, 's')].length
    return count > text.length + 1 ? `${count} lines of ${text.length} characters` : undefined
  }
}
/** Families and SunSpec chains. */
const openRegisters = (): Codec => (random) => fuzzReaders({ count: 1, seed: 1 + random(2 ** 31) })[0]

/** Every codec through which a device or program reaches a collector, by name. */
export const codecs: Readonly<Record<string, () => Codec>> = {
  modbus: openModbus,
  registers: openRegisters,
  v5: openV5,
  p1: openMeter([Buffer.from(P1)]),
  sml: openMeter([writeSml(Uint8Array.of(10, 1, 2), [{ obis: [1, 0, 1, 8, 0, 255], value: 1, unit: 30 }])]),
  mqtt: openMqtt,
  'http-json': openHttp,
  'home-assistant': openHomeAssistant,
  'line-protocol': openLines,
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Lists that are bounded may still fill after the first inputs. */
const MOST_GROWN_MB = 32

/** Gives a codec anything. @returns what it threw or showed, and how much the memory grew, MB */
export function fuzzCodec(
  name: string,
  { count, seed }: Readonly<{ count: number; seed: number }>,
): Readonly<{ faults: readonly string[]; grownMb: number }> {
  const open = codecs[name]
  if (open === undefined) throw new RangeError(`There is no codec ${name}`)
  const codec = open()
  const random = randomFrom(seed)
  const faults: string[] = []
  const heap = (): number => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  let before = 0
  for (let n = 0; n < count && faults.length < 20; n += 1) {
    // The first inputs fill what is bounded.
    if (n === Math.floor(count / 10)) before = heap()
    try {
      const fault = codec(random)
      if (fault !== undefined) faults.push(`${n}: ${fault}`)
    } catch (error) {
      faults.push(`${n}: ${error instanceof Error ? (error.stack ?? error.message) : 'threw'}`)
    }
  }
  const grownMb = Math.round(heap() - before)
  if (grownMb > MOST_GROWN_MB) faults.push(`the memory grew by ${grownMb} MB`)
  return { faults, grownMb }
}
