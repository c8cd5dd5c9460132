import type { CallName, calls } from '@heliograph/contract/calls.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'

/** Calls that change a plant. The log of a deleted plant is gone with it. */
type PlantWrite = Exclude<
  {
    [N in CallName]: N extends `GET ${string}`
      ? never
      : (typeof calls)[N] extends { reads: true } | { measures: true }
        ? never
        : (typeof calls)[N]['right'] extends { kind: 'plant' | 'device' | 'owner' }
          ? N
          : never
  }[CallName],
  'DELETE /maintain-s/station'
>
/** Calls that end up in a plant's log without a right on it beforehand. */
type Beside =
  | 'POST /maintain-s/station'
  | 'POST /maintain-s/station/{id}/leave'
  | 'POST /user-s/invitation/accept'
  | 'POST /maintain-s/operating/collector/disputes/{disputeId}'

/** What a write is called in the log; a write without a text does not compile. */
const texts = {
  'POST /maintain-s/station': 'sharing.call.created',
  'POST /maintain-s/station/{id}': 'sharing.call.edited',
  'POST /maintain-s/station/{id}/refused-steps': 'sharing.call.stepDecided',
  'POST /maintain-s/station/{id}/recount': 'sharing.call.recounted',
  'POST /maintain-s/power/system/{id}/device/{did}': 'sharing.call.deviceEdited',
  'DELETE /maintain-s/power/system/{id}/device': 'sharing.call.deviceRemoved',
  'POST /maintain-s/power/system/{id}/gateway/{gid}': 'sharing.call.loggerEdited',
  'DELETE /maintain-s/power/system/{id}/gateway': 'sharing.call.loggerRemoved',
  'DELETE /maintain-s/power/system/{id}/gateway/{sn}': 'sharing.call.loggerRemoved',
  'POST /maintain-s/operating/station/{id}/device/gateway/post/{x}': 'sharing.call.loggerProof',
  'POST /maintain-s/power/system/{id}/gateway/{sn}/dispute': 'sharing.call.loggerDisputed',
  'POST /maintain-s/operating/collector/disputes/{disputeId}': 'sharing.call.loggerDecided',
  'POST /maintain-s/power/system/{id}/v2/gateway': 'sharing.call.gateway',
  'POST /maintain-s/station/addRelated/business': 'sharing.call.shared',
  'DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}': 'sharing.call.unshared',
  'POST /maintain-s/station/{id}/members': 'sharing.call.invited',
  'POST /maintain-s/station/{id}/members/{userId}': 'sharing.call.changed',
  'DELETE /maintain-s/station/{id}/members/{userId}': 'sharing.call.removed',
  'DELETE /maintain-s/station/{id}/members/invitation/{invitationId}': 'sharing.call.withdrawn',
  'POST /maintain-s/station/{id}/leave': 'sharing.call.left',
  'POST /maintain-s/station/{id}/auth/config': 'sharing.call.support',
  'POST /maintain-s/station/{id}/owner': 'sharing.call.owner',
  'POST /user-s/invitation/accept': 'sharing.call.accepted',
} as const satisfies Record<PlantWrite | Beside, TextKey>

/** A call that this page does not know (yet) is shown as it is. */
export const callTexts: Readonly<Record<string, TextKey>> = texts
