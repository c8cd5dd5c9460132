import { getCommandPermission, listCommands, setCommandPermission } from '../../intake/commands/commands.ts'
import { toCommandEntry, toReadOutcome, toSettingReply } from './command-wire.ts'
import type { FamilyHandlers } from './handler.ts'

export const commandHandlers = {
  'GET /maintain-s/station/{id}/commands': async ({ params, context }) => ({
    permission: await getCommandPermission(context.db, params.id),
    mayAllow: context.membership.isOwner,
  }),
  'POST /maintain-s/station/{id}/commands': async ({ params, body, context }) => ({
    changes: [
      {
        field: 'commands',
        before: await setCommandPermission(context.db, params.id, body.permission),
        after: body.permission,
      },
    ],
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/read': async ({ params, context }) => {
    const place = { plantId: params.id, deviceId: params.did, userId: context.session.userId }
    return toReadOutcome(await context.services.commands.read(place))
  },
  'POST /maintain-s/power/system/{id}/device/{did}/setting': async ({ params, body, context }) => {
    const place = { plantId: params.id, deviceId: params.did, userId: context.session.userId }
    const { item, value, dryRun } = body
    const outcome = await context.services.commands.set(place, { item, value, isDryRun: dryRun })
    const isChanged = outcome.state === 'done' && !dryRun
    return {
      ...toSettingReply(outcome, dryRun),
      changes: isChanged ? [{ field: item, before: outcome.before, after: outcome.after }] : [],
    }
  },
  'GET /maintain-s/power/system/{id}/device/{did}/commands': async ({ params, query, context }) => {
    const { total, rows } = await listCommands(context.db, { plantId: params.id, deviceId: params.did }, query)
    return { total, data: rows.map(toCommandEntry) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
