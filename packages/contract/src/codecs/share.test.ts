import { plantRights } from '@heliograph/domain/permissions.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharingCalls } from '../maintain-s/sharing.ts'
import { organizationGrant, organizationShare } from './share.ts'

const { body, reply } = sharingCalls['POST /maintain-s/station/addRelated/business']
const [grantRow, row] = [body.strict(), reply.strict()]
const instant = fc.nat().map((second) => second * 1_000)
const share = fc.record({
  id: fc.nat(),
  name: fc.string(),
  relation: fc.string(),
  role: fc.constantFrom('owner' as const, 'admin' as const, 'viewer' as const),
  rights: fc.subarray([...plantRights]),
  sinceMs: instant,
  expiresAtMs: fc.option(instant),
  isExpired: fc.boolean(),
})

const grant = fc.record({
  plantId: fc.integer({ min: 1 }),
  code: fc.constant('K7WM2XQP'),
  relation: fc.constantFrom('installer' as const, 'other' as const),
  role: fc.constantFrom('admin' as const, 'viewer' as const),
  rights: fc.subarray([...plantRights]),
  expiresAtMs: fc.option(instant),
})

it('shares and grants of organizations read the same after both ways', () => {
  fc.assert(
    fc.property(share, grant, (ours, asked) => {
      expect(organizationGrant.fromWire(grantRow.parse(organizationGrant.toWire(asked)))).toEqual(asked)
      expect(organizationShare.fromWire(row.parse(organizationShare.toWire(ours)))).toEqual(ours)
    }),
  )
})
