import { randomAt } from '@heliograph/solar/random.ts'
import type { Home } from '../sites/home.ts'
import type { AnswerRegisters } from './modbus-server.ts'
import { inverterWords, meterWords, type Nameplate, SUNSPEC_BASE } from './sunspec-words.ts'

/** Where the meter answers behind the inverter's address. */
const METER_UNIT = 240
/** Share of requests that find the device busy. */
const BUSY = 0.02
const [ILLEGAL_ADDRESS, DEVICE_BUSY, NO_TARGET] = [2, 6, 0x0b]

/**
 * The inverters of a plant behind one address, units 1, 2, ..., and its meter, unit 240. The mains feed their
 * communication: at night they answer that they sleep. Now and then one is busy (6); no other unit is reached (0x0B).
 */
export function answerSunSpec(home: Home, hasMeter = true): AnswerRegisters {
  const { model, momentAt, now } = home
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
    if (moment === undefined) return undefined
    if (!inverter && !(hasMeter && unit === METER_UNIT)) return { exception: NO_TARGET }
    const words = inverter
      ? inverterWords(plateOf(inverter.serial, {}), moment, index)
      : meterWords(plateOf(`${model.inverters[0]?.serial}-M`, { model: 'Meter 3P', options: 'Export+Import' }), moment)
    const from = address - SUNSPEC_BASE
    if (fn !== 3 || from < 0 || from + count > words.length) return { exception: ILLEGAL_ADDRESS }
    return words.slice(from, from + count)
  }
}
