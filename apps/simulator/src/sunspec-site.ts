import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import { type AnswerRegisters, type ModbusServer, serveModbus } from './links/modbus-server.ts'
import type { PlantModel } from './plant-model.ts'
import type { Platform } from './platform.ts'
import type { Moment } from './readings.ts'
import { inverterWords, meterWords, type Nameplate, SUNSPEC_BASE } from './sunspec-words.ts'

/** Where the meter answers behind the inverter's address. */
const METER_UNIT = 240
/** Share of requests that find the device busy. */
const BUSY = 0.02
const [ILLEGAL_ADDRESS, DEVICE_BUSY, NO_TARGET] = [2, 6, 0x0b]

/**
 * The inverters of a plant and its meter behind one address: units 1, 2, ... and 240. An inverter without light is not
 * reached (exception 0x0B), and now and then one is busy (6).
 */
export function answerSunSpec(
  model: PlantModel,
  momentAt: (atMs: number) => Moment | undefined,
  now: () => number,
): AnswerRegisters {
  const plateOf = (serial: string, about: Partial<Nameplate>): Nameplate => ({
    maker: 'Simulated',
    model: 'SunSpec 8.2',
    options: '',
    version: '1.30.7',
    serial,
    ...about,
  })
  let asked = 0
  return ({ unit, fn, address, count }) => {
    asked += 1
    if (randomAt(model.seed, 71, asked) < BUSY) return { exception: DEVICE_BUSY }
    const moment = momentAt(now())
    const index = unit - 1
    const inverter = model.inverters[index]
    const isMeter = unit === METER_UNIT
    // Nothing stands behind other units.
    if (moment === undefined || fn !== 3 || (!inverter && !isMeter)) return undefined
    if (inverter && !moment.powers.inverters[index]?.awake) return { exception: NO_TARGET }
    const words = inverter
      ? inverterWords(plateOf(inverter.serial, {}), moment, index)
      : meterWords(plateOf(`${model.inverters[0]?.serial}-M`, { model: 'Meter 3P', options: 'Export+Import' }), moment)
    const from = address - SUNSPEC_BASE
    if (from < 0 || from + count > words.length) return { exception: ILLEGAL_ADDRESS }
    return words.slice(from, from + count)
  }
}

/** Serves the plant's devices and has the server read them, unless it does already. */
export async function openSunSpecSite(
  options: Readonly<{
    platform: Platform
    plantId: number
    port: number
    model: PlantModel
    momentAt: (atMs: number) => Moment | undefined
    now: () => number
    complain: (fault: unknown) => void
  }>,
): Promise<ModbusServer> {
  const { platform, plantId: id, model, momentAt, now, complain } = options
  const server = await serveModbus(options.port, answerSunSpec(model, momentAt, now))
  const { data: known } = await platform.call('GET /maintain-s/station/{id}/targets', { params: { id } })
  if (known.length === 0) void addWhenAwake()
  return server

  /** At night only the meter is reached: the inverter is added in the morning. */
  async function addWhenAwake(): Promise<void> {
    const address = { way: 'modbus-tcp', host: '127.0.0.1', port: server.port, settings: {} }
    for (;;) {
      try {
        const { data } = await platform.call('POST /maintain-s/station/{id}/targets/probe', {
          params: { id },
          body: address,
        })
        const offers = data.map(({ offer }) => offer)
        if (data.some(({ serial }) => serial === model.inverters[0]?.serial)) {
          const body = { offers, name: '', pollSeconds: 10, storeSeconds: 60 }
          await platform.call('POST /maintain-s/station/{id}/targets', { params: { id }, body })
          return
        }
      } catch (error) {
        complain(error)
      }
      await sleep(10 * MINUTE_MS)
    }
  }
}
