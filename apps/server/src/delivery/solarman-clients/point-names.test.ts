import { languages } from '@heliograph/domain/languages.ts'
import { expect, it } from 'vitest'
import { pointName } from './point-names.ts'

it('the name of a power whose sign is turned states no sign, in any language', () => {
  expect(pointName('en', 'gridPowerW')).toBe('Grid power')
  expect(pointName('zh', 'batteryPowerW')).toBe('电池功率')
  for (const { code } of languages)
    for (const id of ['gridPowerW', 'batteryPowerW', 'grid1PowerW', 'batteryCurrentA'] as const)
      expect(pointName(code, id), code).toMatch(/^[^()（）]+$/)
})
