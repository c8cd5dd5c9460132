import type { Grant, OrganizationShare } from '@heliograph/domain/share.ts'
import type { BusinessGrant, BusinessRow } from '../maintain-s/sharing.ts'
import { type Codec, fromFields, seconds, toFields } from './fields.ts'

const fields = {
  id: 'id',
  name: 'name',
  relation: 'relation',
  role: 'role',
  rights: 'rights',
  sinceMs: ['since', seconds],
  expiresAtMs: ['expiresAt', seconds],
  isExpired: 'isExpired',
} as const

export const organizationShare = {
  toWire: (ours) => ({ ...toFields(fields, ours), rights: [...ours.rights] }),
  fromWire: (wire) => fromFields(fields, wire),
} satisfies Codec<OrganizationShare, BusinessRow>

/** Access for the organization that has this code. */
export type OrganizationGrant = Grant & Readonly<{ plantId: number; code: string; relation: BusinessGrant['relation'] }>

const grantFields = {
  plantId: 'stationId',
  code: 'code',
  relation: 'relation',
  role: 'role',
  rights: 'rights',
  expiresAtMs: ['expiresAt', seconds],
} as const

export const organizationGrant = {
  toWire: (ours) => ({ ...toFields(grantFields, ours), rights: [...ours.rights] }),
  fromWire: (wire) => fromFields(grantFields, wire),
} satisfies Codec<OrganizationGrant, BusinessGrant>
