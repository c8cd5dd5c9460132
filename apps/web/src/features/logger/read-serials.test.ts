import { describe, expect, it } from 'vitest'
import { readSerials } from './read-serials.ts'

describe('readSerials', () => {
  it.each([
    ['1234567890', ['1234567890']],
    [
      ' 1234567890 , 2345678901;3456789012\n4567890123\t5678901234 ',
      ['1234567890', '2345678901', '3456789012', '4567890123', '5678901234'],
    ],
    ['SN: 1234567890', ['1234567890']],
    ['S/N 1234567890\nSerial number: 2345678901', ['1234567890', '2345678901']],
    ['"1234567890"，2345678901、1234567890', ['1234567890', '2345678901']],
    ['  \n ', []],
    // Text that is no number is sent unchanged: the server reports it in its row.
    ['ABC-12', ['ABC-12']],
  ])('%j', (text, serials) => {
    expect(readSerials(text)).toEqual(serials)
  })
})
