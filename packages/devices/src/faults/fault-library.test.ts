import { languageCodes } from '@heliograph/domain/languages.ts'
import { describe, expect, it } from 'vitest'
import { profiles } from '../catalog/registry.ts'
import { explainFault } from './explain-fault.ts'
import { findFault, listFaults } from './find-fault.ts'
import { writeContribution } from './write-contribution.ts'

describe('the library of fault codes', () => {
  it('has 3,238 codes of 24 makers and 90 kinds, each once and whole', () => {
    const all = listFaults()
    const count = (pick: (one: (typeof all)[number]) => string) => new Set(all.map(pick)).size
    expect([all.length, count(({ maker }) => maker), count(({ type }) => type)]).toEqual([3_238, 24, 90])
    expect(count(({ maker, family, code }) => `${maker}|${family}|${code}`)).toBe(3_238)
    expect(all.filter(({ isCertain }) => !isCertain)).toHaveLength(214)
    for (const { code, name, source } of all) expect([code, name, source].every((text) => text !== '')).toBe(true)
  })

  it('has a cause and a remedy for each kind, in each language', () => {
    for (const type of new Set(listFaults().map((fault) => fault.type)))
      for (const language of languageCodes) expect(explainFault(type, language), type).toBeDefined()
    expect(explainFault('no-such-kind', 'en')).toBeUndefined()
  })

  it.each([
    ['Fronius', 'SnapINverter (Symo, Primo, Galvo, Eco)'],
    ['SMA', 'Sunny Boy / Sunny Tripower events'],
    ['Huawei', 'SUN2000'],
    ['SolarEdge', 'DSP2 (18x)'],
  ])('finds each code of %s, %s', (maker, family) => {
    const own = listFaults().filter((fault) => fault.maker === maker && fault.family === family)
    expect(own.length).toBeGreaterThan(40)
    for (const one of own) expect(findFault({ maker, family, code: one.code })).toEqual(one)
  })

  it('tells the families of a maker apart', () => {
    const typeOf = (family: string) => findFault({ maker: 'Deye', family, code: 'F01' })?.type
    expect([typeOf('microinverter'), typeOf('hybrid-3p-lv')]).toEqual(['pv-ov', 'pv-reverse'])
    expect(findFault({ maker: 'Deye', code: 'F01' })).toBeUndefined()
    expect(findFault({ maker: 'Deye', profileId: 'deye-5411', code: 'F10' })).toBeUndefined()
    expect(findFault({ maker: 'Deye', profileId: 'deye-5411', code: 'F01' })).toMatchObject({ isCertain: false })
  })

  it('is certain only where the source and the family are', () => {
    const grid = { maker: 'Solis', profileId: 'solis-0507', code: '1015' }
    expect(findFault(grid)).toMatchObject({ type: 'no-grid', isCertain: true })
    expect(findFault({ ...grid, code: '0x1015' })?.type).toBe('no-grid')
    expect(findFault({ maker: 'Sofar', profileId: 'sofar-2701', code: 'id056' })).toMatchObject({
      type: 'insulation',
      isCertain: false,
    })
    const guessed = listFaults().find(({ maker, isCertain }) => maker === 'SMA' && !isCertain)
    expect(guessed && findFault(guessed)?.isCertain).toBe(false)
  })

  it('does not guess at an unknown code or maker', () => {
    expect(findFault({ maker: 'Solis', profileId: 'solis-0507', code: '10FF' })).toBeUndefined()
    expect(findFault({ maker: 'Nobody', code: '1015' })).toBeUndefined()
    expect(findFault({ maker: 'Solis', code: '' })).toBeUndefined()
    expect(findFault({ maker: '__proto__', profileId: 'constructor', code: 'F01' })).toBeUndefined()
  })

  it.each(profiles)('agrees with the fault table of $id', ({ id, maker, faults }) => {
    for (const { faults: table } of faults)
      for (const { code, key } of Object.values(table))
        expect([code, findFault({ maker, profileId: id, code })?.type]).toEqual([code, key])
  })

  it('takes a contribution with what is known, and nothing of the plant', () => {
    const seenAtMs = Date.parse('2026-06-15T10:00:00Z')
    expect(JSON.parse(writeContribution({ maker: 'Solis', profileId: 'solis-0507', code: '10FF', seenAtMs }))).toEqual({
      maker: 'Solis',
      profile: 'solis-0507',
      code: '10FF',
      seen: '2026-06-15T10:00:00.000Z',
      name: '',
      severity: '',
      cause: '',
      remedy: '',
      source: '',
    })
  })
})
