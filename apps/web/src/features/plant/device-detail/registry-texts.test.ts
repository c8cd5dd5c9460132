import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deviceTypes } from '@heliograph/domain/device.ts'
import { languageCodes } from '@heliograph/domain/languages.ts'
import { getQuantity, quantityIds } from '@heliograph/domain/quantities.ts'
import { quantityKey } from '@heliograph/i18n/quantity-key.ts'
import { describe, expect, it } from 'vitest'
import { profiles } from '../../../../../../packages/devices/src/catalog/registry.ts'

const locales = join(import.meta.dirname, '../../../../../../packages/i18n/src/locales')

/** All texts of a language, as on disk: the compiler knows only the English keys. */
function readTexts(language: string): Readonly<Record<string, unknown>> {
  const folder = join(locales, language)
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object)
  return Object.assign({}, ...files)
}

describe.each(languageCodes)('in %s', (language) => {
  const texts = readTexts(language)
  const listMissing = (keys: readonly string[]) => [...new Set(keys)].filter((key) => !texts[key])

  it('each quantity and each group of quantities has a name', () => {
    expect(quantityIds.length).toBeGreaterThan(100)
    expect(listMissing(quantityIds.map((id) => quantityKey(id).key))).toEqual([])
    expect(listMissing(quantityIds.map((id) => `quantityGroup.${getQuantity(id).category}`))).toEqual([])
  })

  it('each type of device has a name', () => {
    expect(listMissing(deviceTypes.map((type) => `devices.type.${type}`))).toEqual([])
  })

  it('each fault of each device has a name', () => {
    const keys = profiles.flatMap(({ faults }) => faults.flatMap((word) => Object.values(word.faults)))
    expect(keys.length).toBeGreaterThan(50)
    expect(listMissing([...keys.map(({ key }) => `fault.${key}`), 'fault.unknown'])).toEqual([])
  })

  it('a missing name is noticed', () => {
    expect(listMissing(['quantity.plantedPowerW'])).toEqual(['quantity.plantedPowerW'])
  })
})
