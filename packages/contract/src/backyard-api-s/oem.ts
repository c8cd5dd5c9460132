import { z } from 'zod'
import { administrator, anyone, endpoint } from '../endpoint.ts'
import { done } from '../page.ts'

/** The brand that the visiting host shows (specification section 3, branding response). */
export const branding = z.object({
  system: z.string(),
  status: z.string(),
  supportLanList: z.array(z.string()),
  textList: z.array(z.object({ type: z.string(), lan: z.string(), textInfo: z.string() })),
  colorList: z.array(z.object({ type: z.string(), colorCode: z.string(), alpha: z.number() })),
  apiKeyDtoList: z.array(z.object({ type: z.string(), apiKey: z.string() })),
  blockFunctionCodeList: z.array(z.string()),
  officalDomain: z.string(),
  squareLogoLink: z.string(),
  trackingCode: z.string(),
  /** JSON: topNaviLogo, support. */
  extendWeb: z.string(),
})
export type Branding = z.infer<typeof branding>

/** Where people get help; '' where the operator names nothing. */
export const support = z.strictObject({
  /** A web page or a chat. */
  link: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^(?:(?:https:\/\/|\/(?!\/))[^\s"'<>\\]+)?$/),
  mail: z.string().trim().max(254),
  /** Hours of the support: "Mon to Fri, 9 to 17". */
  hours: z.string().trim().max(120),
})

export const oemCalls = {
  'POST /backyard-api-s/oem/project/basic-info': endpoint({
    summary: 'Branding and configuration of the visited host',
    opensSuspended: true,
    reads: true,
    right: anyone,
    unprefixed: true,
    body: z.object({
      channel: z.string().max(20).default('WEB'),
      platform: z.string().max(20).default('INTELLGENT'),
      colorCategoryList: z.array(z.string().max(20)).max(10).default(['common']),
      projectId: z.string().max(60).nullable().default(null),
      textTypeList: z.array(z.string().max(60)).max(60).default([]),
      visitDomain: z.string().max(253).default(''),
    }),
    reply: branding,
  }),
  'GET /backyard-api-s/oem/support': endpoint({
    summary: 'Where people get help, on every host that names no other',
    right: administrator,
    reply: support,
  }),
  'POST /backyard-api-s/oem/support': endpoint({
    summary: 'Say where people get help',
    undo: 'ownWay',
    right: administrator,
    body: support,
    reply: done,
  }),
} as const
