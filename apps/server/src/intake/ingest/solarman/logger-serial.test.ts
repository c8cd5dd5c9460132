import { expect, test } from 'vitest'
import { parseLoggerSerial } from './logger-serial.ts'

test.each([
  ['4000000001', '4000000001'],
  ['12345678', '12345678'],
  ['0012345678', '12345678'],
  ['00000000', '00000000'],
  ['4294967295', '4294967295'],
  ['4294967296', undefined],
  ['1234567', undefined],
  ['D123456789', undefined],
  ['１２３４５６７８', undefined],
  ['-1234567', undefined],
  [' 12345678', undefined],
  ['12345678901', undefined],
  ['', undefined],
])('the serial %j is %s', (text, expected) => {
  expect(parseLoggerSerial(text)).toBe(expected)
})
