import type { HumanCheck } from '@heliograph/contract/human-check.ts'
import { type Contact, normalizeContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  findOwnContact,
  isSetupOpen,
  register,
  requestRegistrationCode,
  requestResetCode,
  resetPassword,
} from '../../people/accounts/accounts.ts'
import { findInvitation } from '../../people/organizations/organizations.ts'
import { codeWorkLevel, countCodesOf, placeOf, requestCode } from '../../people/verification/verification.ts'
import { findTextsToAccept } from '../../platform/branding/branding.ts'
import type { FamilyHandlers, PublicContext } from './handler.ts'
import { requireHomeDataCenter } from './home-data-center.ts'
import { entryOf, keepSignIn } from './token-handlers.ts'

/** The number of codes per address and hour before a CAPTCHA is needed. */
const CODES_WITHOUT_CHECK = 2

/** @throws Refusal REGISTRATION_CLOSED; INVITATION_INVALID for an invitation to another address */
async function requireOpen(context: PublicContext, contact: Contact, invitation: string | undefined): Promise<void> {
  if (context.services.registrationOpen) return
  const found = invitation && (await findInvitation(context.db, invitation, context.nowMs))
  if (!found) throw new Refusal('REGISTRATION_CLOSED')
  if (normalizeContact(found.email).value !== contact.value) throw new Refusal('INVITATION_INVALID')
}

/** A brand without phones takes none; who has one already still signs in with it. @throws Refusal NO_PERMISSION */
async function requirePhoneUse(context: PublicContext, { kind }: Contact): Promise<void> {
  if (kind === 'phone' && (await context.hides('phoneUse'))) throw new Refusal('NO_PERMISSION')
}

/** Many addresses together must not go through the numbers of a code. @throws Refusal HUMAN_CHECK_... */
async function requireWork(
  { db, nowMs, client, services }: PublicContext,
  asked: Readonly<{ purpose: 'register' | 'reset'; target: string }>,
  answer: HumanCheck | undefined,
): Promise<void> {
  const level = await codeWorkLevel(db, { ...asked, nowMs, from: placeOf(client) })
  if (level > 0) await services.humanCheck.verify(answer, nowMs, level)
}

export const registrationHandlers = {
  'GET /user-s/acc/registration': async ({ context: { db, services } }) => ({
    open: services.registrationOpen,
    sms: services.mail.hasSms,
    email: services.mail.hasMailServer,
    setup: await isSetupOpen(db),
  }),

  'GET /user-s/acc/kept-data': async ({ context: { services } }) => services.keptData,

  'POST /user-s/acc/verification-code': async ({ body, context }) => {
    const { db, nowMs, visit: host, client, services } = context
    const contact = normalizeContact(body.contact)
    await requirePhoneUse(context, contact)
    if (body.purpose === 'register') await requireOpen(context, contact, body.invitation)
    if ((await countCodesOf(db, client.address, nowMs)) >= CODES_WITHOUT_CHECK)
      await services.humanCheck.verify(body.humanCheck, nowMs)
    const { language } = body
    const asked = { contact, language, host, publicUrl: services.publicUrl, address: client.address, nowMs }
    return body.purpose === 'register'
      ? requestRegistrationCode(db, services.mail, asked)
      : requestResetCode(db, services.mail, asked)
  },

  'POST /user-s/acc/own-verification-code': async ({ body, context }) => {
    const { db, nowMs, visit: host, client, services, session } = context
    const own = await findOwnContact(db, session.userId)
    const options = body.contact === undefined ? undefined : normalizeContact(body.contact)
    const contact = body.purpose === 'bind' ? options : own
    // A code to another person's address would prove nothing.
    if (contact === undefined || (body.purpose === 'proof' && options !== undefined && options.value !== contact.value))
      throw new Refusal('PARAM_ERROR', { field: 'contact' })
    if (body.purpose === 'bind') await requirePhoneUse(context, contact)
    return requestCode(db, services.mail, {
      purpose: body.purpose,
      contact,
      send: 'code',
      language: body.language,
      host,
      link: services.publicUrl,
      address: client.address,
      nowMs,
    })
  },

  'POST /user-s/acc/register': async ({ body, context }) => {
    const { db, nowMs, visit, client } = context
    const contact = normalizeContact(body.contact)
    await requirePhoneUse(context, contact)
    await requireOpen(context, contact, body.invitation)
    requireHomeDataCenter(context, body.country)
    const { code, password, nickname, country, language, keep } = body
    await requireWork(context, { purpose: 'register', target: contact.value }, body.humanCheck)
    const accepted = await findTextsToAccept(db, { visit, language, shown: body.acceptedTexts, nowMs })
    const options = { ...client, contact, code, password, nickname, country, language, accepted, keep, nowMs }
    return keepSignIn(context, await register(db, options, entryOf(context)))
  },

  'POST /user-s/acc/password-reset': async ({ body, context }) => {
    const { db, nowMs, visit: host, client, services } = context
    const { code, password } = body
    const contact = normalizeContact(body.contact)
    await requirePhoneUse(context, contact)
    const { address, browser } = client
    await requireWork(context, { purpose: 'reset', target: contact.value }, body.humanCheck)
    await resetPassword(db, services.mail, { contact, code, password, nowMs, host, address, browser })
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'user-s'>>
