import { z } from 'zod'
import { acceptedTexts } from '../accepted-texts.ts'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { humanCheck } from '../human-check.ts'
import { language } from '../language.ts'
import { tokenReply } from '../oauth2-s/oauth.ts'
import { done } from '../page.ts'
import { codeText, passwordText } from '../proof.ts'

/** An email address or a phone number with its country prefix (+49 170 ...); the server normalizes it. */
export const contact = z.string().trim().min(3).max(254)

const codeSent = z.object({
  /** Seconds until the next code may be requested. */
  retryAfterS: z.number().int(),
  /** The lifetime of the code, s. */
  expiresInS: z.number().int(),
})

export const registrationCalls = {
  'GET /user-s/acc/registration': endpoint({
    summary: 'The registration settings of this server',
    opensSuspended: true,
    right: anyone,
    reply: z.object({
      /** True: open registration. False: by invitation only. */
      open: z.boolean(),
      /** Whether codes can be sent by SMS. */
      sms: z.boolean(),
      /** False: no mail server is configured, emails are written to a folder of this server. */
      email: z.boolean(),
      /** Whether the first administrator is still missing. */
      setup: z.boolean(),
    }),
  }),
  'POST /user-s/acc/verification-code': endpoint({
    summary: 'Send a code by email or SMS. The reply does not reveal whether an account exists',
    sealed: true,
    right: anyone,
    body: z.object({
      purpose: z.enum(['register', 'reset']),
      contact,
      language,
      /** Required from the third code that one address requests within an hour. */
      humanCheck: humanCheck.optional(),
      /** The token of an invitation link; with closed registration only its holder gets a registration code. */
      invitation: z.string().max(200).optional(),
    }),
    reply: codeSent,
  }),
  'POST /user-s/acc/own-verification-code': endpoint({
    summary: "Send a code to a new contact of the user's account (bind), or to the current one (proof)",
    undo: 'access',
    right: signedIn,
    cost: 20,
    body: z.object({ purpose: z.enum(['bind', 'proof']), contact: contact.optional(), language }),
    reply: codeSent,
  }),
  'POST /user-s/acc/register': endpoint({
    summary: 'Create an account with a code; signs in',
    features: ['register'],
    sealed: true,
    right: anyone,
    body: z.object({
      contact,
      code: codeText,
      password: passwordText,
      nickname: z.string().trim().max(100).optional(),
      country: z.string().regex(/^[A-Z]{2}$/),
      language,
      /** Terms and privacy, as the brand names them. */
      consent: z.literal(true),
      acceptedTexts,
      /** Token of the invitation link that led here; it permits the registration. */
      invitation: z.string().max(200).optional(),
      keep: z.boolean().default(false),
      /** Due after wrong codes for this contact, from any address. */
      humanCheck: humanCheck.optional(),
    }),
    reply: tokenReply,
  }),
  'POST /user-s/acc/password-reset': endpoint({
    summary: 'Set a new password with a code; ends every session of the account',
    features: ['forgotPassword'],
    sealed: true,
    right: anyone,
    body: z.object({ contact, code: codeText, password: passwordText, humanCheck: humanCheck.optional() }),
    reply: done,
  }),
} as const
