import { afterEach, describe, expect, it } from 'vitest'
import type { IdentityRow } from '../api/account-types.ts'
import { readLastIdentity, toRestore } from './identity.ts'

const person: IdentityRow = {
  organizationId: null,
  name: 'Mira',
  identity: 'USER',
  roleId: 1,
  plantCount: 1,
  isCurrent: true,
}
const firm: IdentityRow = { ...person, organizationId: 4, identity: 'ORG_ADMIN', roleId: 3, isCurrent: false }

afterEach(() => localStorage.clear())

describe('the last chosen identity', () => {
  it('is restored if it still exists and is not the current one', () => {
    expect(toRestore([person, firm], 4)).toBe(firm)
    expect(toRestore([person, firm], 5)).toBeUndefined()
    expect(toRestore([person, firm], undefined)).toBeUndefined()
    expect(
      toRestore(
        [
          { ...person, isCurrent: false },
          { ...firm, isCurrent: true },
        ],
        4,
      ),
    ).toBeUndefined()
  })

  it('is read for one user, and only from a valid id', () => {
    localStorage.setItem('heliograph.identity.1', '4')
    expect([readLastIdentity(1), readLastIdentity(2)]).toEqual([4, undefined])
    for (const text of ['', 'x', '-4', '1.5', '1e99']) {
      localStorage.setItem('heliograph.identity.1', text)
      expect(readLastIdentity(1)).toBeUndefined()
    }
  })
})
