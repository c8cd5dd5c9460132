import { plantRights } from '@heliograph/domain/permissions.ts'
import { z } from 'zod'
import { endpoint, onOwnPlant, onPlant, signedIn, undoReasons } from '../endpoint.ts'
import { language } from '../language.ts'
import { done, epochMs, epochSeconds, id, idParams, list, pageQuery } from '../page.ts'
import { proof } from '../proof.ts'

/** Never 'owner': another call transfers a plant. */
const sharedRole = z.enum(['admin', 'viewer'])
const rights = z.array(z.enum(plantRights)).max(plantRights.length)
/** The end of the grant in whole milliseconds, or null. */
const ends = z.number().int().nullable()

const businessRow = z.object({
  /** The name of the organization. */
  id: z.number().int(),
  name: z.string(),
  relation: z.string(),
  role: z.enum(['owner', 'admin', 'viewer']),
  rights,
  since: epochSeconds,
  expiresAt: epochSeconds.nullable(),
  isExpired: z.boolean(),
})
export type BusinessRow = z.infer<typeof businessRow>
const memberRow = z.object({
  userId: z.number().int(),
  nickname: z.string(),
  account: z.string(),
  role: z.enum(['owner', 'admin', 'viewer']),
  rights,
  sinceMs: epochMs,
  expiresAtMs: ends,
  isExpired: z.boolean(),
  isSelf: z.boolean(),
})
const plantInvitationRow = z.object({
  id: z.number().int(),
  email: z.string(),
  role: sharedRole,
  rights,
  createdAtMs: epochMs,
  expiresAtMs: epochMs,
})
/** An offer of the plant to a new owner. */
const shownOffer = z.object({
  /** The nickname of the person or the name of the organization. */
  to: z.string(),
  expiresAtMs: epochMs,
  /** It is addressed to the session. */
  isMine: z.boolean(),
})
const plantOffer = z.object({
  plantId: z.number().int(),
  plant: z.string(),
  /** The nickname of who offers it; null: the account is gone. */
  from: z.string().nullable(),
  /** The organization it is offered to; null: the person. */
  organization: z.string().nullable(),
  expiresAtMs: epochMs,
})
const auditRow = z.object({
  id: z.number().int(),
  atMs: epochMs,
  /** Null: the account no longer exists. */
  user: z.string().nullable(),
  organization: z.string().nullable(),
  /** Method and path of the call. */
  call: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
  /** possible: by its id. changed: the same values were saved again since. undone. All others: why not (endpoint.ts). */
  undo: z.enum(['possible', 'changed', 'undone', ...undoReasons]),
})
/** A deleted plant: until `deleteAtMs` it can be restored. */
const binnedPlant = z.object({
  id: z.number().int(),
  name: z.string(),
  capacityWp: z.number(),
  zone: z.string(),
  binnedAtMs: z.number(),
  deleteAtMs: z.number(),
  /** Null: the account no longer exists. */
  binnedBy: z.string().nullable(),
  isOwner: z.boolean(),
})
export type BinnedPlant = z.infer<typeof binnedPlant>
export const relations = ['installer', 'maintenance', 'operator', 'maker', 'other'] as const

const businessGrant = z.object({
  stationId: id,
  code: z.string().trim().min(4).max(20),
  relation: z.enum(relations),
  role: sharedRole,
  rights,
  expiresAt: epochSeconds.nullable().default(null),
})
export type BusinessGrant = z.infer<typeof businessGrant>

export const sharingCalls = {
  'GET /maintain-s/station/{id}/queryRelated/businesses': endpoint({
    summary: 'Organizations with access to the plant',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: list(businessRow),
  }),
  'POST /maintain-s/station/addRelated/business': endpoint({
    summary: 'Share the plant with an organization, or change the share',
    undo: 'access',
    right: onOwnPlant('body.stationId'),
    body: businessGrant,
    reply: businessRow,
  }),
  'DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}': endpoint({
    summary: 'Stop sharing with an organization',
    undo: 'access',
    right: onOwnPlant('params.id'),
    params: idParams.extend({ bid: id }),
    reply: done,
  }),
  'GET /maintain-s/station/{id}/members': endpoint({
    summary: 'People with access to the plant; the owner also sees pending invitations and the support switch',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({
      members: z.array(memberRow),
      invitations: z.array(plantInvitationRow),
      /** Only for the owner and for whom the plant is offered to. */
      offer: shownOffer.nullable(),
      /** The platform's support may look. */
      supportOpen: z.boolean(),
      isOwner: z.boolean(),
    }),
  }),
  'POST /maintain-s/station/{id}/members': endpoint({
    summary: 'Share the plant with a person by email: they get an invitation, with or without an account',
    undo: 'access',
    features: ['plantShare'],
    right: onOwnPlant('params.id'),
    cost: 20,
    params: idParams,
    body: z.object({
      email: z.string().trim().max(254),
      role: sharedRole,
      rights,
      expiresAtMs: ends.default(null),
      language,
    }),
    reply: done,
  }),
  'POST /maintain-s/station/{id}/members/{userId}': endpoint({
    summary: "Change a person's permissions and their end",
    undo: 'access',
    right: onOwnPlant('params.id'),
    params: idParams.extend({ userId: id }),
    body: z.object({ role: sharedRole, rights, expiresAtMs: ends }),
    reply: done,
  }),
  'DELETE /maintain-s/station/{id}/members/{userId}': endpoint({
    summary: 'Stop sharing with a person',
    undo: 'access',
    right: onOwnPlant('params.id'),
    params: idParams.extend({ userId: id }),
    reply: done,
  }),
  'DELETE /maintain-s/station/{id}/members/invitation/{invitationId}': endpoint({
    summary: 'Withdraw an invitation',
    undo: 'access',
    right: onOwnPlant('params.id'),
    params: idParams.extend({ invitationId: id }),
    reply: done,
  }),
  /** Needs no right on the plant: a share with too few rights to view it can be left too. A stranger gets NOT_FOUND. */
  'POST /maintain-s/station/{id}/leave': endpoint({
    summary: 'Leave a shared plant, also after the share has expired; its owner cannot',
    undo: 'access',
    right: signedIn,
    params: idParams,
    reply: done,
  }),
  'POST /maintain-s/station/{id}/auth/config': endpoint({
    summary: "Open the plant to the platform's support, or close it",
    undo: 'access',
    right: onOwnPlant('params.id'),
    params: idParams,
    query: z.object({ authOpen: z.enum(['0', '1']) }),
    reply: done,
  }),
  'POST /maintain-s/station/{id}/owner': endpoint({
    summary: 'Offer the plant to a person or organization with access, in place of an earlier offer',
    undo: 'access',
    sealed: true,
    right: onOwnPlant('params.id'),
    cost: 20,
    params: idParams,
    body: z.union([z.strictObject({ userId: id, proof }), z.strictObject({ organizationId: id, proof })]),
    reply: done,
  }),
  'GET /maintain-s/station/owner/offers': endpoint({
    summary: 'Plants that are offered to the session: to the person, or to the organization it administers',
    right: signedIn,
    reply: list(plantOffer),
  }),
  /** Needs no right on the plant: the offer is the right. Everybody else gets NOT_FOUND. */
  'POST /maintain-s/station/{id}/owner/accept': endpoint({
    summary: 'Accept an offered plant: its owner stays as administrator',
    undo: 'access',
    right: signedIn,
    params: idParams,
    reply: done,
  }),
  'DELETE /maintain-s/station/{id}/owner': endpoint({
    summary: 'Withdraw the offer of a plant (its owner) or decline it (to whom it is offered)',
    undo: 'access',
    right: signedIn,
    params: idParams,
    reply: done,
  }),
  'DELETE /maintain-s/station': endpoint({
    summary: 'Delete a plant with its devices and history: for 30 days it can be restored; its name must be typed',
    undo: 'ownWay',
    sealed: true,
    right: onPlant('deletePlant', 'body.id'),
    scope: 'plant:delete',
    // A session needs the proof. A token was created with one, for this scope.
    body: z.object({ id, name: z.string().max(100), proof: proof.optional() }),
    reply: done,
  }),
  'GET /maintain-s/station/bin': endpoint({
    summary: 'Deleted plants that the session may restore, the next to go first',
    right: signedIn,
    scope: 'plant:read',
    reply: list(binnedPlant),
  }),
  /** A deleted plant has no holders. A stranger gets NOT_FOUND. */
  'POST /maintain-s/station/bin/{id}': endpoint({
    summary: 'Restore a deleted plant with everything: by who deleted it, or its owner',
    undo: 'ownWay',
    right: signedIn,
    scope: 'plant:write',
    params: idParams,
    reply: done,
  }),
  'DELETE /maintain-s/station/bin/{id}': endpoint({
    summary: 'Remove a deleted plant for good, by its owner',
    undo: 'final',
    sealed: true,
    right: signedIn,
    scope: 'plant:delete',
    params: idParams,
    body: z.object({ proof: proof.optional() }),
    reply: done,
  }),
  'GET /maintain-s/station/{id}/audit': endpoint({
    summary: 'Every write to the plant, newest first',
    right: onOwnPlant('params.id'),
    cost: 3,
    params: idParams,
    query: pageQuery,
    reply: list(auditRow),
  }),
} as const
