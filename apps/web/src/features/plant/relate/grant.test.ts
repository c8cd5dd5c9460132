import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { describe, expect, it } from 'vitest'
import { emptyGrant, sharedFlags, withRight, withRole } from './grant.ts'

describe('a grant', () => {
  it('starts with read access only', () => {
    expect(emptyGrant).toEqual({
      role: 'viewer',
      rights: ['viewPlantAlert', 'viewPlantInfo', 'viewPlantDevice'],
      until: '',
    })
  })

  it('takes the flags of a role', () => {
    expect(withRole({ ...emptyGrant, until: '2027-01-31' }, 'admin')).toEqual({
      role: 'admin',
      rights: rightsOfRole.admin,
      until: '2027-01-31',
    })
  })

  it('is changed flag by flag, in the order of the list', () => {
    const wider = withRight(emptyGrant, 'editPlant', true)
    expect(wider.rights).toEqual(['viewPlantAlert', 'viewPlantInfo', 'viewPlantDevice', 'editPlant'])
    expect(withRight(wider, 'viewPlantAlert', false).rights).toEqual(['viewPlantInfo', 'viewPlantDevice', 'editPlant'])
  })

  it('lets nobody change what they cannot see', () => {
    const blind = { ...emptyGrant, rights: [] }
    expect(withRight(blind, 'addPlantDevice', true).rights).toEqual(['viewPlantInfo', 'addPlantDevice'])
  })

  it('never includes the right to delete the plant', () => {
    expect(sharedFlags).not.toContain('deletePlant')
    expect(sharedFlags).toHaveLength(8)
  })
})
