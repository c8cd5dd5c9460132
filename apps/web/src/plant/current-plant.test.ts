import { describe, expect, it } from 'vitest'
import { canOnPlant } from './current-plant.ts'

const on = (code: string) => ({ code, isOn: 1 })

describe('canOnPlant', () => {
  it('lets an owner, who has no codes, do everything', () => {
    expect(canOnPlant({ externalRoleCode: [], roleCode: [] }, 'deletePlant')).toBe(true)
  })

  it('counts only codes that are on', () => {
    const station = { externalRoleCode: [on('viewPlantInfo'), { code: 'editPlant', isOn: 0 }], roleCode: [] }
    expect(canOnPlant(station, 'viewPlantInfo')).toBe(true)
    expect(canOnPlant(station, 'editPlant')).toBe(false)
    expect(canOnPlant(station, 'addPlantDevice')).toBe(false)
  })

  it("falls back to the plant's own list", () => {
    expect(canOnPlant({ externalRoleCode: [], roleCode: [on('viewPlantInfo')] }, 'editPlant')).toBe(false)
  })
})
