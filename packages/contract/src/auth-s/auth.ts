import { functionCodes, identities } from '@heliograph/domain/permissions.ts'
import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { id, list } from '../page.ts'

/** isOn: 0 off, 1 on, 2 on by the role (domain/permissions.ts). */
export const functionRow = z.object({ id: z.number().int(), code: z.enum(functionCodes), isOn: z.number().int() })

/** A role of this session's identities; any other counts as missing. */
export const authCalls = {
  'GET /auth-s/auth/role/{roleId}': endpoint({
    summary: 'A role that the user has in one of their identities',
    right: signedIn,
    params: z.object({ roleId: id }),
    reply: z.object({ id: z.number().int(), code: z.enum(identities), roleCodes: z.array(z.string()) }),
  }),
  'GET /auth-s/auth/role/{roleId}/function': endpoint({
    summary: 'The functions of such a role',
    right: signedIn,
    params: z.object({ roleId: id }),
    reply: list(functionRow),
  }),
  'GET /auth-s/auth/function/{functionId}': endpoint({
    summary: 'A function and its parts, and which of them the current identity has',
    right: signedIn,
    params: z.object({ functionId: id }),
    reply: list(functionRow),
  }),
} as const
