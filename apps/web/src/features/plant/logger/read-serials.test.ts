import { describe, expect, it } from 'vitest'
import { readSerialFile, readSerialOfCode, readSerials } from './read-serials.ts'

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

describe('a file and a label', () => {
  it('give the serial numbers of a table, whatever stands beside them', () => {
    const table = '\ufeffPlant;Logger SN;Note\nBarn;1234567890;near 12\nRoof;"2345678901";2024-05-01\n'
    expect(readSerialFile(table)).toEqual(['1234567890', '2345678901'])
    expect(readSerialFile('ABC-12')).toEqual(['ABC-12'])
  })
  it.each([
    ['1234567890', '1234567890'],
    ['https://example.org/l?sn=1234567890&k=77', '1234567890'],
    ['SN:12345678;KEY:AB12-CD34', '12345678'],
    ['4006381333931', undefined],
    ['hello', undefined],
  ])('%s', (code, serial) => expect(readSerialOfCode(code)).toBe(serial))
})
