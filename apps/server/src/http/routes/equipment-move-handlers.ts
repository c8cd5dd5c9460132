import { endAlarmsOfGone } from '../../insight/alarms/alarms.ts'
import { type Moved, moveDevice, moveLogger } from '../../intake/moves/moves.ts'
import { recordWrite } from '../../people/audit/audit.ts'
import type { FamilyHandlers, MemberContext } from './handler.ts'

export const equipmentMoveHandlers = {
  'POST /maintain-s/power/system/{id}/gateway/{gid}/move': async ({ params, body, context }) => {
    const options = { ...givenOf(params.id, body.toSystemId, context), loggerId: params.gid }
    const moved = await moveLogger(context.db, options)
    const call = 'POST /maintain-s/power/system/{id}/gateway/{gid}/move'
    await logAtTarget(context, { call, body }, { ...moved, field: 'gatewayName' })
    return { changes: [{ field: 'gatewayName', before: moved.name, after: null }], devices: moved.devices }
  },
  'POST /maintain-s/power/system/{id}/device/{did}/move': async ({ params, body, context }) => {
    const options = {
      ...givenOf(params.id, body.toSystemId, context),
      deviceId: params.did,
      toLoggerId: body.loggerId,
    }
    const moved = await moveDevice(context.db, options)
    const call = 'POST /maintain-s/power/system/{id}/device/{did}/move'
    await logAtTarget(context, { call, body }, { ...moved, field: 'deviceName' })
    return { changes: [{ field: 'deviceName', before: moved.name, after: null }] }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const givenOf = (plantId: number, toPlantId: number, { session, nowMs }: MemberContext) => ({
  plantId,
  toPlantId,
  holder: session,
  endAlarms: endAlarmsOfGone,
  nowMs,
})

/** The log of the other plant says that it came. Neither log names the other plant: not everybody may see both. */
const logAtTarget = (
  { db, session, client, nowMs }: MemberContext,
  write: Readonly<{ call: string; body: unknown }>,
  { name, field }: Pick<Moved, 'name'> & Readonly<{ field: string }>,
) =>
  recordWrite(db, {
    ...write,
    // Its membership is of the plant that the call names.
    session: { ...session, membership: undefined },
    params: {},
    query: {},
    result: { changes: [{ field, before: null, after: name }] },
    address: client.address,
    nowMs,
  })
