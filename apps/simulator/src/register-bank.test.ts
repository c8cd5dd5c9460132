import { findRegisterMap } from '@heliograph/devices/catalog/registry.ts'
import { decodeReadReply, encodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { decodeWriteReply, encodeWriteRequest } from '@heliograph/wires/modbus/rtu-write.ts'
import { expect, it } from 'vitest'
import { createRegisterBank } from './register-bank.ts'

const micro = findRegisterMap('deye-5408')
if (!micro) throw new Error('no map')
const bank = createRegisterBank(micro, () => ({ pv1VoltageV: 36.4, generationTodayWh: 1200 }))
const read = (address: number, count = 1) =>
  decodeReadReply(bank.answer(encodeReadRequest({ unit: 1, fn: 3, address, count })) ?? new Uint8Array())
const addressOf = (id: string): number => micro.items.find((item) => item.id === id)?.registers[0] ?? -1

it('holds what the device reports, in the register and scale of its map', () => {
  expect(read(addressOf('pv1-voltage'))).toMatchObject({ kind: 'words', words: [364] })
  expect(read(addressOf('today-production'))).toMatchObject({ words: [12] })
})

it('keeps what is written, and refuses what it lacks or what is out of range', () => {
  const address = addressOf('active-power-regulation')
  expect(read(address)).toMatchObject({ words: [100] })
  const write = (at: number, word: number) =>
    decodeWriteReply(bank.answer(encodeWriteRequest({ unit: 1, address: at, words: [word] })) ?? new Uint8Array())
  expect(write(address, 60)).toMatchObject({ kind: 'written' })
  expect(read(address)).toMatchObject({ words: [60] })
  expect(write(address, 1201)).toMatchObject({ kind: 'exception', code: 3 })
  expect(write(60_000, 1)).toMatchObject({ kind: 'exception', code: 2 })
  expect(read(60_000)).toMatchObject({ kind: 'exception', code: 2 })
})

it('stays silent while the device sleeps', () => {
  const asleep = createRegisterBank(micro, () => undefined)
  expect(asleep.answer(encodeReadRequest({ unit: 1, fn: 3, address: 0, count: 1 }))).toBeUndefined()
})
