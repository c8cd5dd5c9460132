import { describe, expect, it } from 'vitest'
import { answerFrom, finish, putWords, type RegisterImage } from '../testing/register-image.ts'
import { probeEndpoint } from './modbus-devices.ts'

/** Registers 35000 to 35032 of a GW25K-ET (goodwe tests, MIT; its serial number is replaced there). */
const HEAD =
  '000061a80001393032354b4554543030303030303030000000000000000000000006000617810008016a00300034003000360032002d30323032302d30382d533031'

const wordsOf = (hex: string): readonly number[] =>
  Array.from({ length: Math.floor(hex.length / 4) }, (_, n) => Number.parseInt(hex.slice(4 * n, 4 * n + 4), 16))

const probe = (hex: string) => {
  const image: RegisterImage = new Map()
  putWords(image, 247, 3, 35_000, wordsOf(hex))
  return finish(probeEndpoint(), answerFrom(image))
}

describe('an inverter that leaves its model name empty', () => {
  it('is recognized by its serial number', () => {
    expect(probe(HEAD)).toMatchObject([
      { profileId: 'goodwe-et', serial: '9025KETT00000000', model: 'ET/EH/BT/BH hybrid' },
    ])
  })

  it('and has no serial number of its maker is none', () => {
    expect(probe(HEAD.replace('4b455454', '20202020'))).toEqual([])
    expect(probe('0'.repeat(HEAD.length))).toEqual([])
  })
})

describe('an inverter that another company sells', () => {
  it.each(['SUN2000-3KTL-L1', 'EDF ESS-5KTL', 'Powershifter 4', 'SWI300-10K'])('as %s is recognized', (name) => {
    const image: RegisterImage = new Map()
    const text = name.padEnd(30, '\0')
    const words = Array.from({ length: 15 }, (_, n) => (text.charCodeAt(2 * n) << 8) | text.charCodeAt(2 * n + 1))
    putWords(image, 1, 3, 30_000, words)
    const serial = Array.from('HV2140000001'.padEnd(20, '\0'))
    putWords(
      image,
      1,
      3,
      30_015,
      serial.flatMap((mark, n) => (n % 2 ? [] : [(mark.charCodeAt(0) << 8) | (serial[n + 1] ?? '').charCodeAt(0)])),
    )
    expect(finish(probeEndpoint(), answerFrom(image, 0))).toMatchObject([{ profileId: 'huawei-sun2000', model: name }])
  })
})
