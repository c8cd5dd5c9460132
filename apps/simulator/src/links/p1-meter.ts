import { createServer, type Socket } from 'node:net'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { isDaylightSaving, offsetMinutes } from '@heliograph/domain/time.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import { crcOfTelegram } from '@heliograph/wires/meter/crc.ts'
import type { Moment } from '../readings.ts'
import type { Home, Served } from '../sites/home.ts'
import { createTariffs, isLowTariff } from './low-tariff.ts'

const EVERY_MS = 1_000
/** Share of telegrams that a serial adapter breaks. */
const BROKEN = 0.002
const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex').toUpperCase()
const fixed = (value: number, whole: number, decimals: number): string =>
  value.toFixed(decimals).padStart(whole + decimals + 1, '0')
const kWh = (wh: number): string => `${fixed(Math.floor(wh) / 1000, 6, 3)}*kWh`
const kW = (watts: number): string => `${fixed(Math.max(0, Math.round(watts)) / 1000, 2, 3)}*kW`

/** The telegrams of a Dutch smart meter with three phases (DSMR 5): import and export by two tariffs, no sign anywhere. */
export function createTelegrams(home: Home): (moment: Moment) => string {
  const { model } = home
  const { zone } = model.spec
  const tariffs = createTariffs(home)
  const serial = `E0047${String(model.seed % 1e10).padStart(12, '0')}`
  return ({ atMs, now, powers: { flows } }) => {
    const totals = { import: now.boundary.import.total, export: now.boundary.export.total }
    const bought = tariffs.readAt(atMs, totals, 'import')
    const sold = tariffs.readAt(atMs, totals, 'export')
    const watts = flows.importW - flows.exportW
    const local = new Date(atMs + offsetMinutes(atMs, zone) * MINUTE_MS).toISOString().replace(/\D/g, '').slice(2, 14)
    const phases = [1, 2, 3].map((n) => ({ code: 20 * n, volts: 230 + n * 0.4, watts: watts / 3 }))
    const lines = [
      '1-3:0.2.8(50)',
      `0-0:1.0.0(${local}${isDaylightSaving(atMs, zone) ? 'S' : 'W'})`,
      `0-0:96.1.1(${hex(serial)})`,
      `1-0:1.8.1(${kWh(bought.low)})`,
      `1-0:1.8.2(${kWh(bought.high)})`,
      `1-0:2.8.1(${kWh(sold.low)})`,
      `1-0:2.8.2(${kWh(sold.high)})`,
      `0-0:96.14.0(000${isLowTariff(atMs, zone) ? 1 : 2})`,
      `1-0:1.7.0(${kW(watts)})`,
      `1-0:2.7.0(${kW(-watts)})`,
      '0-0:96.7.21(00013)',
      '0-0:96.7.9(00000)',
      '1-0:99.97.0(0)(0-0:96.7.19)',
      ...[32, 52, 72].map((code) => `1-0:${code}.32.0(00000)`),
      ...[32, 52, 72].map((code) => `1-0:${code}.36.0(00000)`),
      '0-0:96.13.0()',
      ...phases.map(({ code, volts }) => `1-0:${code + 12}.7.0(${fixed(volts, 4, 1)}*V)`),
      ...phases.map(({ code, volts, watts: own }) => `1-0:${code + 11}.7.0(${(Math.abs(own) / volts).toFixed(2)}*A)`),
      ...phases.map(({ code, watts: own }) => `1-0:${code + 1}.7.0(${kW(own)})`),
      ...phases.map(({ code, watts: own }) => `1-0:${code + 2}.7.0(${kW(-own)})`),
      '0-1:24.1.0(003)',
      `0-1:96.1.0(${hex(`G0039${serial.slice(5)}`)})`,
      `0-1:24.2.1(${local.slice(0, 8)}0000W)(01234.567*m3)`,
    ]
    const text = `/ISK5\\2M550T-1012\r\n\r\n${lines.join('\r\n')}\r\n!`
    return `${text}${crcOfTelegram(Buffer.from(text, 'latin1')).toString(16).toUpperCase().padStart(4, '0')}\r\n`
  }
}

/** A P1 port behind a network adapter: it sends by itself, to whoever is connected. @throws Error when the port is taken */
export async function serveP1(port: number, home: Home): Promise<Served> {
  const { model, momentAt, now } = home
  const telegramOf = createTelegrams(home)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const clock = setInterval(() => {
    const moment = sockets.size > 0 ? momentAt(now()) : undefined
    if (moment === undefined) return
    const telegram = telegramOf(moment)
    const isBroken = randomAt(model.seed, 73, Math.floor(moment.atMs / 1000)) < BROKEN
    // The adapter drops some bytes midway: the sum does not fit.
    const sent = isBroken ? telegram.slice(0, 200) + telegram.slice(230) : telegram
    for (const socket of sockets) socket.write(sent, 'latin1')
  }, EVERY_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  }).catch((error: unknown) => {
    clearInterval(clock)
    throw error
  })
  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      clearInterval(clock)
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
