import { Refusal } from '@heliograph/domain/errors.ts'
import {
  findFunction,
  functionCodes,
  functionIdOf,
  functionStateOf,
  functionsUnder,
  type Role,
  roleOf,
  rolesOf,
} from '@heliograph/domain/permissions.ts'
import { findIdentities } from '../../people/organizations/organizations.ts'
import type { FamilyHandlers, UserContext } from './handler.ts'

/** A role in one of the user's identities; any other role counts as missing. */
async function getRole({ db, session, nowMs }: UserContext, roleId: number): Promise<Role> {
  const identities = await findIdentities(db, session.userId, nowMs)
  const role = identities.flatMap(({ identity }) => rolesOf(identity)).find(({ id }) => id === roleId)
  if (role === undefined) throw new Refusal('NOT_FOUND')
  return role
}

export const roleHandlers = {
  'GET /auth-s/auth/role/{roleId}': async ({ params, context }) => {
    const { id, code, roleCodes } = await getRole(context, params.roleId)
    return { id, code, roleCodes }
  },
  'GET /auth-s/auth/role/{roleId}/function': async ({ params, context }) => {
    const role = await getRole(context, params.roleId)
    const data = functionCodes.map((code) => ({ id: functionIdOf(code), code, isOn: functionStateOf(role, code) }))
    return { total: data.length, data }
  },
  'GET /auth-s/auth/function/{functionId}': async ({ params, context }) => {
    const code = findFunction(params.functionId)
    if (code === undefined) throw new Refusal('NOT_FOUND')
    const role = roleOf(context.session.identity)
    const data = functionsUnder(code).map((item) => ({
      id: functionIdOf(item),
      code: item,
      isOn: functionStateOf(role, item),
    }))
    return { total: data.length, data }
  },
} satisfies Partial<FamilyHandlers<'auth-s'>>
