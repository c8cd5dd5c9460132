import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

it('reads the settings of a target', () => {
  expect(readSettings(undefined)).toEqual({ framing: 'tcp' })
  expect(readSettings({ framing: 'rtu', unit: 247 })).toEqual({ framing: 'rtu', unit: 247 })
})

it.each([
  [{ unit: 256 }, 'unit'],
  [{ unit: '1' }, 'unit'],
  [{ framing: 'ascii' }, 'framing'],
  [{ function: 16 }, 'function'],
  [[], 'settings'],
  ['tcp', 'settings'],
])('refuses %j by its field', (value, field) => expect(() => readSettings(value)).toThrow(new RangeError(field)))
