import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { humanCheck } from '../human-check.ts'
import { tokenReply } from '../oauth2-s/oauth.ts'
import { done } from '../page.ts'
import { codeText, passwordText } from '../proof.ts'

/** An e-mail address or a phone number with its country prefix (+49 170 ...); the server normalises it. */
export const contact = z.string().trim().min(3).max(254)

const codeSent = z.object({
  /** Until another code may be asked for, s. */
  retryAfterS: z.number().int(),
  /** The code is good for this long, s. */
  expiresInS: z.number().int(),
})

export const registrationCalls = {
  'GET /user-s/acc/registration': endpoint({
    summary: 'How accounts are opened here',
    right: anyone,
    reply: z.object({
      /** Whether anybody may register; else only who was invited. */
      open: z.boolean(),
      /** Whether codes can go out by SMS. */
      sms: z.boolean(),
    }),
  }),
  'POST /user-s/acc/verification-code': endpoint({
    summary: 'Send a code by e-mail or SMS. The reply is the same whether or not there is an account',
    right: anyone,
    body: z.object({
      purpose: z.enum(['register', 'reset']),
      contact,
      language: z.string().max(10),
      /** Asked for from the third code on that one address wants within an hour. */
      humanCheck: humanCheck.optional(),
      /** Token of an invitation link: where registration is closed only who has one gets a code to register with. */
      invitation: z.string().max(200).optional(),
    }),
    reply: codeSent,
  }),
  'POST /user-s/acc/own-verification-code': endpoint({
    summary: 'Send a code to a new contact of the own account (bind), or to the present one (proof)',
    right: signedIn,
    body: z.object({ purpose: z.enum(['bind', 'proof']), contact: contact.optional(), language: z.string().max(10) }),
    reply: codeSent,
  }),
  'POST /user-s/acc/register': endpoint({
    summary: 'Open an account with a code; signs in',
    right: anyone,
    body: z.object({
      contact,
      code: codeText,
      password: passwordText,
      nickname: z.string().trim().max(100).optional(),
      country: z.string().regex(/^[A-Z]{2}$/),
      language: z.string().max(10),
      /** Terms and privacy, as the brand names them. */
      consent: z.literal(true),
      /** Token of an invitation link that led here; it stands for the permission to register. */
      invitation: z.string().max(200).optional(),
      keep: z.boolean().default(false),
    }),
    reply: tokenReply,
  }),
  'POST /user-s/acc/password-reset': endpoint({
    summary: 'Set a new password with a code; ends every session of the account',
    right: anyone,
    body: z.object({ contact, code: codeText, password: passwordText }),
    reply: done,
  }),
} as const
