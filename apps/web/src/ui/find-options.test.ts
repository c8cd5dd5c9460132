import { describe, expect, it } from 'vitest'
import { findOptions } from './find-options.ts'

const zones = [
  { value: 'America/Sao_Paulo', label: 'America/Sao Paulo', note: 'UTC-03:00' },
  { value: 'Asia/Shanghai', label: 'Asia/Shanghai', note: 'UTC+08:00' },
  { value: 'Europe/Berlin', label: 'Europe/Berlin', note: 'UTC+01:00' },
  { value: 'Europe/Busingen', label: 'Europe/Busingen', note: 'UTC+01:00' },
  { value: 'America/Bahia', label: 'América/Bahía', note: 'UTC-03:00' },
]
const found = (typed: string, most = 10): string[] => findOptions(zones, typed, most).map((option) => option.value)

describe('findOptions', () => {
  it('shows the first options while nothing is typed', () => {
    expect(found('', 2)).toEqual(['America/Sao_Paulo', 'Asia/Shanghai'])
  })

  it('finds by part of a name, without case or separators', () => {
    expect(found('berl')).toEqual(['Europe/Berlin'])
    expect(found('SAO PAULO')).toEqual(['America/Sao_Paulo'])
  })

  it('finds by offset and by several words', () => {
    expect(found('utc+8')).toEqual(['Asia/Shanghai'])
    expect(found('UTC+08')).toEqual(['Asia/Shanghai'])
    expect(found('europe +01')).toEqual(['Europe/Berlin', 'Europe/Busingen'])
  })

  it('ignores accents', () => {
    expect(found('bahia')).toEqual(['America/Bahia'])
  })

  it('puts prefixes before other matches', () => {
    expect(found('b').slice(0, 1)).toEqual(['Europe/Berlin'])
    expect(found('asia')).toEqual(['Asia/Shanghai'])
  })
})
