/** Rights per plant and functions per identity (specification, section 6). */

/** The eight per-plant rights of the field (screens.md 2.4), and one of ours: to read and set a device at once. */
export const plantRights = [
  'viewPlantAlert',
  'viewPlantInfo',
  'viewPlantDevice',
  'editPlant',
  'deletePlant',
  'setPlant',
  'addPlantDevice',
  'deletePlantDevice',
  'commandDevice',
] as const

export type PlantRight = (typeof plantRights)[number]

export const plantRoles = ['owner', 'admin', 'viewer'] as const
export type PlantRole = (typeof plantRoles)[number]

/** The default rights of a role, unless its member was given others: a super administrator edits, but neither deletes nor commands. */
export const rightsOfRole: Readonly<Record<PlantRole, readonly PlantRight[]>> = {
  owner: plantRights,
  admin: plantRights.filter((right) => right !== 'deletePlant' && right !== 'commandDevice'),
  viewer: ['viewPlantAlert', 'viewPlantInfo', 'viewPlantDevice'],
}

const allButDelete = plantRights.filter((right) => right !== 'deletePlant')
/** The maximum that a share may grant: only the owner deletes a plant. */
const mostRightsOfRole: Readonly<Record<PlantRole, readonly PlantRight[]>> = {
  owner: plantRights,
  admin: allButDelete,
  viewer: allButDelete,
}

/** @returns those of the wanted rights that a member in this role may have, each once, in the order of `plantRights` */
export const cutRights = (role: PlantRole, wanted: readonly PlantRight[]): readonly PlantRight[] =>
  mostRightsOfRole[role].filter((right) => wanted.includes(right))

/** A right on the open plant among the role codes of the page: the mark keeps it apart from the user's own codes. */
export const toPlantCode = (right: string): string => `plant:${right}`

/** Whether a text names a right on a plant. */
export const isPlantRight = (text: string): text is PlantRight => (plantRights as readonly string[]).includes(text)

export const organizationRoles = ['admin', 'user'] as const
export type OrganizationRole = (typeof organizationRoles)[number]

/**
 * The rights of an organization's members on its plants: ordinary members work on them, but neither delete nor hand
 * them over, nor command their devices.
 */
export const rightsInOrganization = (role: OrganizationRole, held: readonly PlantRight[]): readonly PlantRight[] =>
  role === 'admin' ? held : held.filter((right) => !ofAdministrators.has(right))
const ofAdministrators: ReadonlySet<PlantRight> = new Set(['deletePlant', 'setPlant', 'commandDevice'])

/** The identity of a session (specification, section 6). A manager is an administrator of this server. */
export const identities = ['USER', 'MANAGER', 'ORG_ADMIN', 'ORG_USER'] as const
export type Identity = (typeof identities)[number]

/**
 * Features of an identity; a brand may hide some of them (blockFunctionCodeList). Their ids on the wire are their
 * positions, from 1: append new ones at the end.
 */
export const functionCodes = [
  'plantCreate',
  'plantShare',
  'gateway',
  'dataExport',
  'accountExport',
  'accountCancel',
  'accessToken',
  'organizationCreate',
  'organizationManage',
  'invitation',
  'deviceLayout',
  'largeScreen',
  'application',
  'deviceCharge',
  'messageCharge',
  'insurance',
  'notice',
  'message',
  'suggestion',
  'onlineCustomer',
  'onlineInstructions',
  'serverManage',
] as const
export type FunctionCode = (typeof functionCodes)[number]
/** Whether a text names a function. */
export const isFunctionCode = (text: string): text is FunctionCode =>
  (functionCodes as readonly string[]).includes(text)

/** The function that an identity needs to make use of a right on a plant. */
export const functionOfRight: Readonly<Partial<Record<PlantRight, FunctionCode>>> = { addPlantDevice: 'gateway' }

/** The id of a function on the wire, from 1. */
export const functionIdOf = (code: FunctionCode): number => functionCodes.indexOf(code) + 1
/** A function and the functions that are parts of it. */
export const functionsUnder = (code: FunctionCode): readonly FunctionCode[] => [code, ...(functionParts[code] ?? [])]
const functionParts: Readonly<Partial<Record<FunctionCode, readonly FunctionCode[]>>> = {
  application: ['largeScreen', 'deviceCharge', 'messageCharge', 'insurance'],
  organizationManage: ['invitation'],
}

/** The function with an id, or undefined. */
export const findFunction = (id: number): FunctionCode | undefined => functionCodes[id - 1]

/** isOn on the wire: 0 off; 1 on; 2 on by inheritance (of the identity's role rather than set for it alone). */
export type FunctionState = 0 | 1 | 2
/** Whether a state from the wire means that the function is on. */
export const isOn = (state: number): boolean => state === 1 || state === 2

/** Functions of the person, not of an organization they act for. */
const personal: readonly FunctionCode[] = ['accountExport', 'accountCancel', 'organizationCreate']
const ofManagers: readonly FunctionCode[] = ['serverManage']
const ofOrganizations: readonly FunctionCode[] = ['organizationManage', 'invitation']
const everybody = functionCodes.filter((code) => ![...personal, ...ofManagers, ...ofOrganizations].includes(code))

/** A role as the wire names it; `id` is part of the contract and never changes. */
export type Role = Readonly<{
  id: number
  code: Identity
  functions: readonly FunctionCode[]
  /** Role codes that guards of the page ask for; the account area needs "user". */
  roleCodes: readonly string[]
}>
export const roles: readonly Role[] = [
  { id: 1, code: 'USER', functions: [...everybody, ...personal], roleCodes: ['user'] },
  { id: 2, code: 'MANAGER', functions: [...everybody, ...personal, ...ofManagers], roleCodes: ['user', 'manager'] },
  { id: 3, code: 'ORG_ADMIN', functions: [...everybody, ...ofOrganizations], roleCodes: ['user', 'organizationAdmin'] },
  {
    id: 4,
    code: 'ORG_USER',
    functions: everybody.filter((code) => code !== 'plantShare' && code !== 'plantCreate'),
    roleCodes: ['user', 'organizationUser'],
  },
]
/** The roles that an identity has, its own first: an administrator is an ordinary user as well. */
export function rolesOf(identity: Identity): readonly Role[] {
  const own = roleOf(identity)
  const further = roles.filter((role) => role.code === includedRoles[identity])
  return [own, ...further]
}
const includedRoles: Readonly<Partial<Record<Identity, Identity>>> = { MANAGER: 'USER', ORG_ADMIN: 'ORG_USER' }

/** The role of an identity. @throws Error when none is defined */
export const roleOf = (identity: Identity): Role => {
  const role = roles.find((item) => item.code === identity)
  if (role === undefined) throw new Error(`no role for ${identity}`)
  return role
}

/** 1 is reserved for a setting of one identity; so far everything follows from its role. */
export const functionStateOf = (role: Role, code: FunctionCode): FunctionState =>
  role.functions.includes(code) ? 2 : 0

/**
 * Decides whether the page shows an element with a list of codes (specification, section 6): one code is enough, and a
 * user without any codes passes every check. It only widens the view; no server right may follow from it.
 */
export const isPermitted = (held: readonly string[], any: readonly string[]): boolean =>
  held.length === 0 || any.some((code) => held.includes(code))

/** The scopes of a personal access token; none reaches the account itself. */
export const tokenScopes = ['plant:read', 'plant:write', 'plant:delete', 'reading:write'] as const
export type TokenScope = (typeof tokenScopes)[number]
