/** The log of a plant in our words: what was done, and with what. */

import type { CallName, CallReply, calls } from '@heliograph/contract/calls.ts'
import { kilowattPeak, type Scale, seconds } from '@heliograph/contract/codecs/fields.ts'
import { plantField } from '@heliograph/contract/codecs/plant-record.ts'
import { plantRecordParts } from '@heliograph/domain/plant-record.ts'
import { call } from './call.ts'

/** Calls that change a plant. */
type PlantWrite = {
  [N in CallName]: N extends `GET ${string}`
    ? never
    : (typeof calls)[N] extends { reads: true } | { measures: true }
      ? never
      : (typeof calls)[N]['right'] extends { kind: 'plant' | 'device' | 'logger' | 'owner' }
        ? N
        : never
}[CallName]
/** Calls that end up in a plant's log without a right on it beforehand. */
type Beside =
  | 'POST /maintain-s/station'
  | 'POST /maintain-s/station/{id}/leave'
  | 'POST /maintain-s/station/bin/{id}'
  | 'POST /maintain-s/station/{id}/owner/accept'
  | 'DELETE /maintain-s/station/{id}/owner'
  | 'POST /user-s/invitation/accept'
  | 'POST /maintain-s/operating/collector/disputes/{disputeId}'

/** Action of each write; one without a row does not compile. */
const actions = {
  'POST /maintain-s/station': 'created',
  'DELETE /maintain-s/station': 'deleted',
  'POST /maintain-s/station/bin/{id}': 'restored',
  'POST /maintain-s/station/{id}': 'edited',
  'POST /maintain-s/station/{id}/planes': 'edited',
  'DELETE /maintain-s/station/{id}/capacity': 'edited',
  'POST /maintain-s/station/{id}/metering': 'edited',
  'POST /maintain-s/station/{id}/metering/strategy': 'edited',
  'POST /maintain-s/station/{id}/meteringMethod': 'edited',
  'POST /maintain-s/station/{id}/metering/dayOffset': 'edited',
  'POST /maintain-s/station/{id}/line-series': 'edited',
  'POST /maintain-s/station/{id}/numbers/{numberId}': 'edited',
  'POST /maintain-s/station/{id}/lab/read': 'edited',
  'POST /maintain-s/station/{id}/lab/maps': 'edited',
  'DELETE /maintain-s/station/{id}/lab/maps/{mapId}': 'edited',
  'POST /maintain-s/station/{id}/lab/maps/{mapId}/use': 'edited',
  'POST /maintain-s/station/{id}/same-devices': 'edited',
  'POST /maintain-s/station/{id}/same-devices/split': 'edited',
  'POST /maintain-s/station/{id}/same-devices/deny': 'edited',
  'POST /maintain-s/station/{id}/signs': 'edited',
  'POST /maintain-s/station/{id}/signs/turn': 'edited',
  'POST /maintain-s/station/{id}/targets/probe': 'edited',
  'POST /maintain-s/station/{id}/agents/pairing': 'edited',
  'DELETE /maintain-s/station/{id}/agents/{agentId}': 'edited',
  'POST /maintain-s/station/{id}/targets/scan': 'edited',
  'POST /maintain-s/station/{id}/targets/scan/cancel': 'edited',
  'POST /maintain-s/station/{id}/targets': 'edited',
  'POST /maintain-s/station/{id}/targets/{targetId}': 'edited',
  'POST /maintain-s/station/{id}/targets/{targetId}/pause': 'edited',
  'DELETE /maintain-s/station/{id}/targets/{targetId}': 'edited',
  'POST /maintain-s/station/{id}/targets/{targetId}/read': 'edited',
  'POST /maintain-s/station/{id}/targets/{targetId}/history': 'imported',
  'POST /maintain-s/station/{id}/gridtype': 'edited',
  'POST /maintain-s/station/{id}/config/generationZero': 'edited',
  'POST /maintain-s/station/{id}/config/alarms': 'edited',
  'POST /maintain-s/station/{id}/config/billing': 'edited',
  'POST /maintain-s/station/{id}/contact': 'edited',
  'POST /maintain-s/station/{id}/refused-steps': 'stepDecided',
  'POST /maintain-s/station/{id}/images': 'imageAdded',
  'POST /maintain-s/station/{id}/imageOrder': 'imagesOrdered',
  'POST /maintain-s/station/{id}/images/{imageId}': 'imageEdited',
  'DELETE /maintain-s/station/{id}/images/{imageId}': 'imageRemoved',
  'POST /maintain-s/station/layout/{id}/save': 'layoutSaved',
  'POST /maintain-s/station/{id}/recount': 'recounted',
  'POST /maintain-s/power/system/{id}/device': 'deviceAnnounced',
  'POST /maintain-s/power/system/{id}/device/replace': 'deviceReplaced',
  'POST /maintain-s/power/system/{id}/device/{did}/replace/undo': 'replacementUndone',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace': 'loggerReplaced',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/replace/undo': 'replacementUndone',
  'POST /maintain-s/power/system/{id}/meter/{mid}/config': 'meterWired',
  'POST /maintain-s/station/{id}/finance': 'financeEdited',
  'POST /maintain-s/station/{id}/finance/tariff': 'tariffSaved',
  'DELETE /maintain-s/station/{id}/finance/tariff': 'tariffRemoved',
  'POST /maintain-s/station/{id}/finance/prices': 'pricesSaved',
  'POST /maintain-s/station/{id}/finance/prices/file': 'pricesSaved',
  'DELETE /maintain-s/station/{id}/finance/prices': 'pricesRemoved',
  'POST /maintain-s/station/{id}/bills': 'billSaved',
  'DELETE /maintain-s/station/{id}/bills/{billId}': 'billRemoved',
  'POST /maintain-s/power/system/{id}/device/{did}': 'deviceEdited',
  'POST /maintain-s/power/system/{id}/device/{did}/standing': 'deviceJudged',
  'POST /maintain-s/power/system/{id}/device/{did}/read': 'deviceRead',
  'POST /maintain-s/power/system/{id}/device/{did}/setting': 'deviceSet',
  'POST /maintain-s/station/{id}/commands': 'commandsAllowed',
  'DELETE /maintain-s/power/system/{id}/device': 'deviceRemoved',
  'POST /maintain-s/power/system/{id}/device/{did}/restore': 'deviceRestored',
  'POST /backyard-api-s/application/data-plan/{id}': 'loggerEdited',
  'POST /backyard-api-s/application/data-plan/{id}/order': 'planOrdered',
  'POST /maintain-s/power/system/{id}/gateway/{gid}': 'loggerEdited',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/move': 'loggerMoved',
  'POST /maintain-s/power/system/{id}/device/{did}/move': 'deviceMoved',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/sources': 'loggerSources',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/forward': 'loggerForwarded',
  'DELETE /maintain-s/power/system/{id}/gateway/{gid}/forward': 'loggerForwardEnded',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/unproven': 'loggerVouched',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/takeBack': 'addressTakenBack',
  'POST /maintain-s/power/system/{id}/gateway/{gid}/addresses/giveBack': 'addressGivenBack',
  'DELETE /maintain-s/power/system/{id}/gateway': 'loggerRemoved',
  'DELETE /maintain-s/power/system/{id}/gateway/{sn}': 'loggerRemoved',
  'POST /maintain-s/operating/station/{id}/device/gateway/post/{x}': 'loggerProof',
  'POST /maintain-s/power/system/{id}/gateway/{sn}/dispute': 'loggerDisputed',
  'POST /maintain-s/operating/collector/disputes/{disputeId}': 'loggerDecided',
  'POST /maintain-s/power/system/{id}/v2/gateway': 'loggersAdded',
  'POST /maintain-s/station/addRelated/business': 'shared',
  'DELETE /maintain-s/station/{id}/deleteRelated/business/{bid}': 'unshared',
  'POST /maintain-s/station/{id}/members': 'invited',
  'POST /maintain-s/station/{id}/members/{userId}': 'changed',
  'DELETE /maintain-s/station/{id}/members/{userId}': 'removed',
  'DELETE /maintain-s/station/{id}/members/invitation/{invitationId}': 'withdrawn',
  'POST /maintain-s/station/{id}/leave': 'left',
  'POST /maintain-s/station/{id}/auth/config': 'support',
  'POST /maintain-s/station/{id}/owner': 'owner',
  'POST /maintain-s/station/{id}/owner/accept': 'ownerAccepted',
  'DELETE /maintain-s/station/{id}/owner': 'ownerEnded',
  'POST /user-s/invitation/accept': 'accepted',
  'POST /maintain-s/station/{id}/import/start': 'imported',
  'DELETE /maintain-s/station/{id}/import/{importId}': 'importUndone',
  'POST /maintain-s/station/{id}/report/jobs': 'exported',
  'POST /maintain-s/station/{id}/report/jobs/{jobId}': 'exported',
  'DELETE /maintain-s/station/{id}/report/jobs/{jobId}': 'exportRemoved',
  'POST /maintain-s/station/{id}/report/schedules': 'exportScheduled',
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}': 'exportTested',
  'POST /maintain-s/station/{id}/report/schedules/{scheduleId}/recipients': 'exportRecipients',
  'DELETE /maintain-s/station/{id}/report/schedules/{scheduleId}': 'exportUnscheduled',
  'POST /maintain-s/station/{id}/alert/block': 'alarmBlocked',
  'DELETE /maintain-s/station/{id}/alert/block': 'alarmUnblocked',
} as const satisfies Record<PlantWrite | Beside, string>
export type AuditAction = (typeof actions)[keyof typeof actions]

/** Names of details that are others here. */
const details: Readonly<Record<string, string>> = {
  ...Object.fromEntries(plantRecordParts.map((part) => [plantField(part), part])),
  constructionCost: 'cost',
  constructionSubsidy: 'subsidy',
  constructionDate: 'paidOn',
  desulfurizationPrice: 'coalPrice',
  tariffUrl: 'tariffLink',
  installationPlanes: 'planes',
  installedCapacities: 'capacities',
  statisticMethodSettingStrategy: 'meteringStrategy',
  cumulativeElectricMethod: 'methodOfGeneration',
  electricityConsumptionMethod: 'methodOfLoad',
  electricityPurchaseMethod: 'methodOfImport',
  gridInterconnectionMethod: 'methodOfExport',
  chargingElectricityMethod: 'methodOfCharge',
  dischargeElectricityMethod: 'methodOfDischarge',
  generationStatisticMethod: 'sourceOfGeneration',
  consumptionStatisticMethod: 'sourceOfConsumption',
  utilityStatisticMethod: 'sourceOfUtility',
  batteryStatisticMethod: 'sourceOfBattery',
  irradianceStatisticMethod: 'sourceOfIrradiance',
  generationTotalOffset: 'addedGeneration',
  consumeTotalOffset: 'addedUse',
  theoryConsumeProportion: 'plannedShare',
  meteringSince: 'meteringFrom',
  ratedPower: 'rating',
  warrantyLastDay: 'warrantyUntil',
  gatewayName: 'loggerName',
  gatewayId: 'loggerId',
  allowedSources: 'networks',
  bid: 'organizationId',
  did: 'deviceId',
  authOpen: 'supportOpen',
  registerItems: 'serials',
  deviceSn: 'serials',
  sn: 'serials',
  x: 'serials',
  expiresAt: 'expiresAtMs',
}
const scales: Readonly<Record<string, Scale>> = { expiresAt: seconds, installedCapacity: kilowattPeak }

type WireRow = CallReply<'GET /maintain-s/station/{id}/audit'>['data'][number]
export type AuditDetail = Readonly<WireRow['detail']>
export type AuditRow = Readonly<
  Omit<WireRow, 'call'> & {
    /** undefined: a call that this page does not know (yet); it is shown as it is. */
    action: AuditAction | undefined
    call: string
    /** An edit keeps what stood there before under `<name>.before`. */
    detail: AuditDetail
  }
>

export const toAction = (name: string): AuditAction | undefined =>
  Object.hasOwn(actions, name) ? actions[name as keyof typeof actions] : undefined

export const toDetail = (wire: WireRow['detail']): AuditDetail =>
  Object.fromEntries(
    Object.entries(wire).map(([key, value]) => {
      const [name = '', ...rest] = key.split('.')
      const scale = Object.hasOwn(scales, name) ? scales[name] : undefined
      const ours = scale && typeof value === 'number' ? scale.fromWire(value) : value
      return [[Object.hasOwn(details, name) ? details[name] : name, ...rest].join('.'), ours]
    }),
  )

/** Every write to a plant, newest first, a page of them. */
export async function fetchAudit(
  plantId: number,
  query: Readonly<{ page: number; size: number }>,
  signal?: AbortSignal,
): Promise<Readonly<{ total: number; rows: readonly AuditRow[] }>> {
  const wire = await call('GET /maintain-s/station/{id}/audit', { params: { id: plantId }, query }, { signal })
  const rows = wire.data.map((row) => ({ ...row, action: toAction(row.call), detail: toDetail(row.detail) }))
  return { total: wire.total, rows }
}
