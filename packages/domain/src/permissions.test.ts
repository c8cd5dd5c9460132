import { describe, expect, it } from 'vitest'
import {
  cutRights,
  findFunction,
  functionCodes,
  functionIdOf,
  functionStateOf,
  functionsUnder,
  type Identity,
  identities,
  isFunctionCode,
  isOn,
  isPermitted,
  isPlantRight,
  type PlantRight,
  type PlantRole,
  plantRights,
  rightsInOrganization,
  rightsOfRole,
  roleOf,
  roles,
  rolesOf,
} from './permissions.ts'

const looks: readonly PlantRight[] = ['viewPlantAlert', 'viewPlantInfo', 'viewPlantDevice']
const allButDelete = plantRights.filter((right) => right !== 'deletePlant')
const edits = allButDelete.filter((right) => right !== 'commandDevice')

describe('rights on a plant', () => {
  const presets: readonly (readonly [PlantRole, readonly PlantRight[]])[] = [
    ['owner', plantRights],
    ['admin', edits],
    ['viewer', looks],
  ]
  it.each(presets)('%s has its preset', (role, expected) => {
    expect(rightsOfRole[role]).toEqual(expected)
  })

  const cuts: readonly (readonly [PlantRole, readonly PlantRight[], readonly PlantRight[]])[] = [
    ['viewer', [], []],
    ['viewer', looks, looks],
    ['viewer', ['editPlant', 'viewPlantInfo'], ['viewPlantInfo', 'editPlant']],
    ['viewer', plantRights, allButDelete],
    ['viewer', ['deletePlant'], []],
    ['viewer', ['setPlant', 'setPlant'], ['setPlant']],
    ['admin', plantRights, allButDelete],
    ['admin', ['viewPlantInfo'], ['viewPlantInfo']],
    ['admin', ['deletePlant', 'deletePlantDevice'], ['deletePlantDevice']],
    ['owner', plantRights, plantRights],
  ]
  it.each(cuts)('of %s, wanting %j, become %j', (role, wanted, expected) => {
    expect(cutRights(role, wanted)).toEqual(expected)
  })

  it("let an organization's users work on a plant, but not delete or command it", () => {
    expect(rightsInOrganization('admin', plantRights)).toEqual(plantRights)
    expect(rightsInOrganization('user', plantRights)).toEqual(
      plantRights.filter((right) => !['deletePlant', 'setPlant', 'commandDevice'].includes(right)),
    )
    expect(rightsInOrganization('user', looks)).toEqual(looks)
    for (const role of ['admin', 'user'] as const) expect(rightsInOrganization(role, [])).toEqual([])
  })

  it('are distinguished from other words', () => {
    for (const right of plantRights) expect(isPlantRight(right)).toBe(true)
    for (const text of ['', 'owner', 'viewplantinfo', 'toString', '__proto__']) expect(isPlantRight(text)).toBe(false)
  })
})

describe('roles', () => {
  it('are one per identity, with the ids of the wire', () => {
    expect(roles.map(({ id, code }) => [id, code])).toEqual([
      [1, 'USER'],
      [2, 'MANAGER'],
      [3, 'ORG_ADMIN'],
      [4, 'ORG_USER'],
    ])
    for (const identity of identities) expect(roleOf(identity).code).toBe(identity)
    for (const { roleCodes } of roles) expect(roleCodes).toContain('user')
  })

  it('of an administrator include the ordinary one', () => {
    expect(identities.map((identity) => rolesOf(identity).map(({ code }) => code))).toEqual([
      ['USER'],
      ['MANAGER', 'USER'],
      ['ORG_ADMIN', 'ORG_USER'],
      ['ORG_USER'],
    ])
  })

  it('have functions that consist of others', () => {
    expect(functionsUnder('gateway')).toEqual(['gateway'])
    expect(functionsUnder('application')).toContain('insurance')
  })

  // USER, MANAGER, ORG_ADMIN, ORG_USER
  const table: readonly (readonly [string, readonly boolean[]])[] = [
    ['plantCreate', [true, true, true, false]],
    ['plantShare', [true, true, true, false]],
    ['gateway', [true, true, true, true]],
    ['dataExport', [true, true, true, true]],
    ['accountExport', [true, true, false, false]],
    ['accountCancel', [true, true, false, false]],
    ['organizationCreate', [true, true, false, false]],
    ['organizationManage', [false, false, true, false]],
    ['invitation', [false, false, true, false]],
    ['accessToken', [true, true, true, true]],
    ['serverManage', [false, true, false, false]],
  ]
  it.each(table)('%s is on for the right identities', (code, expected) => {
    const states = identities.map((identity: Identity) => {
      if (!isFunctionCode(code)) throw new Error(`${code} is no function`)
      return functionStateOf(roleOf(identity), code)
    })
    expect(states.map(isOn)).toEqual(expected)
    // On by the role is 2; 1 is reserved for a setting of one identity.
    for (const state of states) expect([0, 2]).toContain(state)
  })

  it('have functions with unique ids', () => {
    expect(new Set(functionCodes).size).toBe(functionCodes.length)
    for (const code of functionCodes) expect(findFunction(functionIdOf(code))).toBe(code)
    expect(functionIdOf('plantCreate')).toBe(1)
    for (const id of [0, -1, functionCodes.length + 1, 1.5]) expect(findFunction(id)).toBeUndefined()
  })
})

describe('what the page shows', () => {
  const cases: readonly (readonly [readonly string[], readonly string[], boolean])[] = [
    [['user'], ['user'], true],
    [['user', 'manager'], ['manager', 'organizationAdmin'], true],
    [['user'], ['manager'], false],
    [['user'], [], false],
    [['USER'], ['user'], false],
    // A user without codes passes every check (specification, section 6).
    [[], ['manager'], true],
    [[], [], true],
  ]
  it.each(cases)('with %j, asking for %j: %s', (held, any, expected) => {
    expect(isPermitted(held, any)).toBe(expected)
  })
})

describe('isOn', () => {
  it('is true for 1 and 2 only', () => {
    expect([-1, 0, 1, 2, 3, 1.5, Number.NaN].filter(isOn)).toEqual([1, 2])
  })
})
