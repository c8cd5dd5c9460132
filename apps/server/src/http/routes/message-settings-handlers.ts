import { Refusal } from '@heliograph/domain/errors.ts'
import { endReport, isReportEnded } from '../../delivery/exports/exports.ts'
import {
  choosePlant,
  dropWaiting,
  isUnsubscribed,
  linkTelegram,
  listAddresses,
  listPlantChoices,
  listSendings,
  MESSAGE_LIST,
  makeWebhookSecret,
  moveDigest,
  orderTest,
  putAddress,
  readSettings,
  removeAddress,
  resumeAddress,
  saveSettings,
  unsubscribe,
} from '../../delivery/messages/messages.ts'
import { readUnsubscribeToken } from '../../platform/mail/mail.ts'
import type { FamilyHandlers } from './handler.ts'

export const messageSettingsHandlers = {
  'GET /message-s/settings': async ({ context }) => {
    const { db, session, services, nowMs } = context
    const [settings, addresses, plants, telegramBot] = await Promise.all([
      readSettings(db, session.userId),
      listAddresses(db, session.userId),
      listPlantChoices(db, session.userId, nowMs),
      services.messages.findTelegramBot(),
    ])
    return {
      settings,
      addresses,
      // For good has no instant on the wire.
      plants: plants.map((plant) => ({
        ...plant,
        mutedUntilMs: plant.mutedUntilMs === Number.POSITIVE_INFINITY ? 0 : plant.mutedUntilMs,
      })),
      offers: {
        email: services.mail.hasMailServer,
        sms: services.mail.hasSms,
        pushKey: services.messages.pushKey,
        telegramBot,
      },
    }
  },
  'POST /message-s/settings': async ({ body, context }) => {
    const { db, session, visit, nowMs } = context
    await saveSettings(db, session.userId, body, visit)
    if (body.digest === 'off') await dropWaiting(db, session.userId, 'digest', nowMs)
    else await moveDigest(db, session.userId, body, nowMs)
    return { success: true }
  },
  'POST /message-s/settings/plant': async ({ body, context }) => {
    await choosePlant(context.db, context.session.userId, { ...body, nowMs: context.nowMs })
    return { success: true }
  },
  'POST /message-s/address': async ({ body, context }) => {
    const { db, session, services, nowMs } = context
    const { name, ...given } = body
    const put = (target: Parameters<typeof putAddress>[1]['target']) =>
      putAddress(db.kysely, { userId: session.userId, name, target, nowMs })
    if (given.channel === 'push') {
      await services.messages.checkPush(given.endpoint)
      return { id: await put(given), secret: null }
    }
    if (given.channel === 'ntfy') {
      await services.messages.checkLink(given.server, 'body.server')
      return { id: await put(given), secret: null }
    }
    await services.messages.checkLink(given.url, 'body.url')
    const secret = makeWebhookSecret()
    return { id: await put({ ...given, secret }), secret }
  },
  'POST /message-s/address/telegram': async ({ context }) => {
    const { db, session, services, nowMs } = context
    const botName = await services.messages.findTelegramBot()
    if (botName === null) throw new Refusal('NOT_FOUND')
    return await linkTelegram(db, { userId: session.userId, botName, nowMs })
  },
  'DELETE /message-s/address/{addressId}': async ({ params, context }) => {
    await removeAddress(context.db, context.session.userId, params.addressId)
    return { success: true }
  },
  'POST /message-s/address/{addressId}/test': async ({ params, context }) => ({
    sendingId: await orderTest(context.db, context.session.userId, params.addressId, context.nowMs),
  }),
  'POST /message-s/address/{addressId}/resume': async ({ params, context }) => {
    await resumeAddress(context.db, context.session.userId, params.addressId)
    return { success: true }
  },
  'GET /message-s/sending': async ({ query, context }) => {
    const { total, sendings } = await listSendings(context.db, context.session.userId, query)
    return { total, data: sendings }
  },
  // Other lists than these get a branch in both.
  'GET /message-s/unsubscribe/{token}': async ({ params, context }) => {
    const { db } = context
    const isEnded = (await isUnsubscribed(db, params.token)) ?? (await isReportEnded(db, params.token))
    if (isEnded === undefined) throw new Refusal('NOT_FOUND')
    return { list: readUnsubscribeToken(params.token)?.list ?? MESSAGE_LIST, isEnded }
  },
  'POST /message-s/unsubscribe/{token}': async ({ params, context }) => {
    const { db, nowMs } = context
    if (!(await unsubscribe(db, params.token, nowMs)) && !(await endReport(db, params.token, nowMs)))
      throw new Refusal('NOT_FOUND')
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'message-s'>>
