import {
  brandColorTypes,
  brandKeyPattern,
  brandStatuses,
  brandTextTypes,
  mapKeyTypes,
} from '@heliograph/domain/brand/brand-parts.ts'
import { z } from 'zod'
import { administrator, anyone, brandKeeper, endpoint } from '../endpoint.ts'
import { language } from '../language.ts'
import { base64, done, epochMs, id, idParams } from '../page.ts'
import { support } from './oem.ts'

const line = z.string().max(1_000)

/** A brand as it is edited. */
const brandDraft = z.strictObject({
  languages: z.array(language).max(40),
  texts: z
    .array(
      z.strictObject({
        type: z.enum(brandTextTypes),
        language: z.union([z.literal(''), language]),
        text: z.string().max(2_000),
      }),
    )
    .max(400),
  colors: z
    .array(
      z.strictObject({
        type: z.enum(brandColorTypes),
        code: z.string().regex(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i),
        alphaPercent: z.number().min(0).max(100),
      }),
    )
    .max(40),
  apiKeys: z
    .array(
      z.strictObject({
        type: z.enum(mapKeyTypes),
        key: z
          .string()
          .trim()
          .regex(/^[\w-]{1,200}$/),
      }),
    )
    .max(mapKeyTypes.length),
  blockedFunctions: z.array(z.string().max(40)).max(60),
  officialDomain: line,
  squareLogo: line,
  topNavigationLogo: line,
  trackingCode: z.string().max(2_000),
  support,
})

/** A brand in the list of those who edit it. */
export const brandProject = z.object({
  id: z.number().int(),
  /** clientStyle in an address, projectId in the branding call. */
  key: z.string(),
  name: z.string(),
  status: z.enum(brandStatuses),
  /** The version that is shown; 0: none was saved yet. */
  version: z.number().int(),
  /** null: the server's. */
  organization: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** Whether the caller edits it; an administrator of the server sees the others too, and may suspend them. */
  isMine: z.boolean(),
  /** Proven ones. */
  domains: z.array(z.string()),
  createdAtMs: epochMs,
})

const version = z.number().int().min(0).max(1_000_000)
const domain = z.string().trim().max(253)
/** Six megabytes as Base64, and the rest of the body. */
const MOST_PICTURE_BYTES = 9 * 1024 * 1024
const MOST_FILE_BYTES = 16 * 1024 * 1024
const MOST_DRAFT_BYTES = 1024 * 1024

export const brandCalls = {
  'GET /backyard-api-s/oem/project': endpoint({
    summary: 'The brands that the caller edits',
    right: brandKeeper,
    reply: z.object({ total: z.number().int(), data: z.array(brandProject) }),
  }),
  'POST /backyard-api-s/oem/project': endpoint({
    summary: 'Add a brand of the server, or of the organization that the session acts for',
    undo: 'ownWay',
    right: brandKeeper,
    cost: 20,
    body: z.strictObject({
      key: z.string().regex(brandKeyPattern),
      name: z.string().trim().min(1).max(60),
    }),
    reply: z.object({ id }),
  }),
  'GET /backyard-api-s/oem/project/{id}': endpoint({
    summary: 'A brand to edit: the version that is shown, the list of versions, the domains',
    right: brandKeeper,
    params: idParams,
    reply: z.object({
      draft: brandDraft,
      versions: z.array(
        z.object({
          version: z.number().int(),
          note: z.string(),
          /** The earlier version whose content came back. */
          restores: z.number().int().nullable(),
          savedAtMs: epochMs,
          savedBy: z.string().nullable(),
        }),
      ),
      domains: z.array(
        z.object({
          domain: z.string(),
          proof: z.string(),
          verifiedAtMs: epochMs.nullable(),
          /** operator: by hand, for a host that only an intranet knows. */
          provenBy: z.enum(['dns', 'file', 'operator']).nullable(),
        }),
      ),
      /** Origins whose scripts a brand may load; empty for brands of organizations. */
      trackingOrigins: z.array(z.string()),
    }),
  }),
  'POST /backyard-api-s/oem/project/{id}': endpoint({
    summary: 'Save a brand as a new version, which is shown at once',
    undo: 'unkept',
    right: brandKeeper,
    cost: 10,
    mostBytes: MOST_DRAFT_BYTES,
    params: idParams,
    body: z.strictObject({
      draft: brandDraft,
      note: z.string().trim().max(200).default(''),
      /** The version that was edited: a save in between is not overwritten. */
      basedOn: version,
    }),
    reply: z.object({ version: z.number().int() }),
  }),
  'DELETE /backyard-api-s/oem/project/{id}': endpoint({
    summary: 'Remove a brand with its versions, domains and pictures',
    undo: 'final',
    right: brandKeeper,
    params: idParams,
    reply: done,
  }),
  'GET /backyard-api-s/oem/project/{id}/version/{version}': endpoint({
    summary: 'An earlier version of a brand',
    right: brandKeeper,
    params: idParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }),
    reply: z.object({ draft: brandDraft }),
  }),
  'POST /backyard-api-s/oem/project/{id}/rollback': endpoint({
    summary: 'Show an earlier version again, as a new one',
    undo: 'ownWay',
    right: brandKeeper,
    params: idParams,
    body: z.strictObject({ version: version.min(1), basedOn: version }),
    reply: z.object({ version: z.number().int() }),
  }),
  'POST /backyard-api-s/oem/project/{id}/status': endpoint({
    summary: 'Suspend a brand or let it work again; only administrators of the server',
    undo: 'ownWay',
    right: brandKeeper,
    params: idParams,
    body: z.strictObject({ status: z.enum(brandStatuses) }),
    reply: done,
  }),
  'POST /backyard-api-s/oem/project/{id}/picture': endpoint({
    summary: 'Keep a picture (PNG, JPEG, WebP, SVG) for a brand: it is encoded anew; the reply has its link',
    undo: 'unkept',
    right: brandKeeper,
    cost: 60,
    mostBytes: MOST_PICTURE_BYTES,
    params: idParams,
    body: z.strictObject({
      use: z.enum(['logo', 'background']),
      content: base64(MOST_PICTURE_BYTES),
    }),
    reply: z.object({ link: z.string(), width: z.number().int(), height: z.number().int() }),
  }),
  'GET /backyard-api-s/oem/picture/{name}': endpoint({
    summary: 'A picture of a brand',
    opensSuspended: true,
    right: anyone,
    unprefixed: true,
    params: z.object({ name: z.string().regex(/^[0-9a-f]{32}\.(?:png|webp)$/) }),
    blob: true,
    reply: z.unknown(),
  }),
  'POST /backyard-api-s/oem/project/{id}/domain': endpoint({
    summary: 'Claim a domain for a brand; it shows the brand once it is proven',
    undo: 'access',
    right: brandKeeper,
    params: idParams,
    body: z.strictObject({ domain }),
    reply: done,
  }),
  'POST /backyard-api-s/oem/project/{id}/domain/check': endpoint({
    summary: 'Look for the proof of a domain: a TXT record, or a file',
    undo: 'access',
    right: brandKeeper,
    cost: 60,
    params: idParams,
    body: z.strictObject({ domain, by: z.enum(['dns', 'file']) }),
    reply: done,
  }),
  'POST /backyard-api-s/oem/project/{id}/domain/confirm': endpoint({
    summary: 'Confirm a claimed domain by hand, where neither DNS nor a file can be asked: in an intranet',
    undo: 'access',
    right: administrator,
    params: idParams,
    body: z.strictObject({ domain }),
    reply: done,
  }),
  'DELETE /backyard-api-s/oem/project/{id}/domain/{domain}': endpoint({
    summary: 'Give a domain up',
    undo: 'access',
    right: brandKeeper,
    params: idParams.extend({ domain }),
    reply: done,
  }),
  'GET /backyard-api-s/oem/project/{id}/file': endpoint({
    summary: 'A brand with its pictures as one file',
    right: brandKeeper,
    cost: 20,
    params: idParams,
    blob: true,
    reply: z.unknown(),
  }),
  'POST /backyard-api-s/oem/project/{id}/file': endpoint({
    summary: 'Read the file of a brand: its pictures are kept, its content comes back to be looked at and saved',
    undo: 'unkept',
    right: brandKeeper,
    cost: 100,
    mostBytes: MOST_FILE_BYTES,
    params: idParams,
    body: z.strictObject({ content: z.string().max(MOST_FILE_BYTES) }),
    reply: z.object({ draft: brandDraft }),
  }),
} as const
