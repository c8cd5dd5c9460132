import type { z } from 'zod'
import { agentCalls } from './agent-s/agent.ts'
import { authCalls } from './auth-s/auth.ts'
import { applicationCalls } from './backyard-api-s/application.ts'
import { brandCalls } from './backyard-api-s/brand.ts'
import { messageChargeCalls } from './backyard-api-s/message-charge.ts'
import { oemCalls } from './backyard-api-s/oem.ts'
import { publicationCalls } from './backyard-api-s/publication.ts'
import { suggestionCalls } from './backyard-api-s/suggestion.ts'
import { verificationCalls } from './backyard-api-s/verification.ts'
import { deviceDetailCalls } from './device-s/device.ts'
import { frameCalls } from './device-s/frames.ts'
import type { Endpoint } from './endpoint.ts'
import { agentPageCalls } from './maintain-s/agents.ts'
import { alertRuleCalls } from './maintain-s/alert-rules.ts'
import { alertCalls } from './maintain-s/alerts.ts'
import { batteryCalls } from './maintain-s/battery.ts'
import { commandCalls } from './maintain-s/command.ts'
import { communicationCalls } from './maintain-s/communication.ts'
import { deviceCalls } from './maintain-s/device.ts'
import { deviceKindCalls } from './maintain-s/device-kind.ts'
import { deviceScanCalls } from './maintain-s/device-scan.ts'
import { explorerCalls } from './maintain-s/explorer.ts'
import { exportCalls } from './maintain-s/exports.ts'
import { financeCalls } from './maintain-s/finance.ts'
import { fleetCalls } from './maintain-s/fleet.ts'
import { forecastCalls } from './maintain-s/forecast.ts'
import { forwardCalls } from './maintain-s/forward.ts'
import { gatewayCalls } from './maintain-s/gateway.ts'
import { historyCalls } from './maintain-s/history.ts'
import { imageCalls } from './maintain-s/images.ts'
import { importCalls } from './maintain-s/imports.ts'
import { labCalls } from './maintain-s/lab.ts'
import { layoutPhotoCalls } from './maintain-s/layout-photo.ts'
import { letterCalls } from './maintain-s/letter.ts'
import { lineSeriesCalls } from './maintain-s/line-series.ts'
import { meterCalls } from './maintain-s/meter.ts'
import { meteringCalls } from './maintain-s/metering.ts'
import { moduleLayoutCalls } from './maintain-s/module-layout.ts'
import { namedNumberCalls } from './maintain-s/named-number.ts'
import { performanceCalls } from './maintain-s/performance.ts'
import { planeCalls } from './maintain-s/planes.ts'
import { plantListCalls } from './maintain-s/plant-lists.ts'
import { plantPartCalls } from './maintain-s/plant-parts.ts'
import { qualityCalls } from './maintain-s/quality.ts'
import { readingCalls } from './maintain-s/readings.ts'
import { sameDeviceCalls } from './maintain-s/same-devices.ts'
import { screenCalls } from './maintain-s/screen.ts'
import { securityEventCalls } from './maintain-s/security-events.ts'
import { sharingCalls } from './maintain-s/sharing.ts'
import { signCalls } from './maintain-s/signs.ts'
import { stationCalls } from './maintain-s/station.ts'
import { systemCalls } from './maintain-s/system.ts'
import { targetCalls } from './maintain-s/target.ts'
import { whatIfCalls } from './maintain-s/what-if.ts'
import { messageCalls } from './message-s/message.ts'
import { messageSettingsCalls } from './message-s/settings.ts'
import { oauthCalls } from './oauth2-s/oauth.ts'
import { thirdPartyCalls } from './oauth2-s/third-party.ts'
import { areaCalls } from './region-s/area.ts'
import { dictCalls } from './region-s/dict.ts'
import { ipCalls } from './region-s/ip.ts'
import { weatherCalls } from './region-s/weather.ts'
import { accCalls } from './user-s/acc.ts'
import { brokerCalls } from './user-s/broker.ts'
import { keptDataCalls } from './user-s/kept-data.ts'
import { leavingCalls } from './user-s/leaving.ts'
import { moveCalls, transferCalls } from './user-s/move.ts'
import { organizationCalls } from './user-s/organization.ts'
import { profileCalls } from './user-s/profile.ts'
import { registrationCalls } from './user-s/registration.ts'
import { securityCalls } from './user-s/security.ts'
import { undoCalls } from './user-s/undo.ts'
import { visitorCalls } from './user-s/visitor.ts'
import { webhookCalls } from './user-s/webhooks.ts'

/** Every call of the product, keyed by method and path. The browser imports only the type of this value. */
export const calls = {
  ...oauthCalls,
  ...thirdPartyCalls,
  ...accCalls,
  ...visitorCalls,
  ...registrationCalls,
  ...keptDataCalls,
  ...profileCalls,
  ...undoCalls,
  ...securityCalls,
  ...webhookCalls,
  ...brokerCalls,
  ...organizationCalls,
  ...leavingCalls,
  ...moveCalls,
  ...transferCalls,
  ...authCalls,
  ...oemCalls,
  ...brandCalls,
  ...verificationCalls,
  ...publicationCalls,
  ...applicationCalls,
  ...messageChargeCalls,
  ...suggestionCalls,
  ...stationCalls,
  ...messageCalls,
  ...messageSettingsCalls,
  ...planeCalls,
  ...plantPartCalls,
  ...meteringCalls,
  ...fleetCalls,
  ...screenCalls,
  ...plantListCalls,
  ...imageCalls,
  ...moduleLayoutCalls,
  ...financeCalls,
  ...sharingCalls,
  ...systemCalls,
  ...historyCalls,
  ...performanceCalls,
  ...forecastCalls,
  ...whatIfCalls,
  ...letterCalls,
  ...explorerCalls,
  ...gatewayCalls,
  ...forwardCalls,
  ...qualityCalls,
  ...readingCalls,
  ...lineSeriesCalls,
  ...namedNumberCalls,
  ...targetCalls,
  ...agentPageCalls,
  ...agentCalls,
  ...labCalls,
  ...signCalls,
  ...sameDeviceCalls,
  ...deviceScanCalls,
  ...batteryCalls,
  ...alertCalls,
  ...alertRuleCalls,
  ...communicationCalls,
  ...commandCalls,
  ...deviceCalls,
  ...deviceKindCalls,
  ...meterCalls,
  ...deviceDetailCalls,
  ...frameCalls,
  ...dictCalls,
  ...areaCalls,
  ...ipCalls,
  ...weatherCalls,
  ...securityEventCalls,
  ...exportCalls,
  ...importCalls,
  ...layoutPhotoCalls,
} as const satisfies Record<string, Endpoint>

export type Calls = typeof calls
export type CallName = keyof Calls

/** The same by name, as any endpoint: to compare each call's own type with it again takes seconds wherever it is done. */
export const endpoints: Readonly<Record<CallName, Endpoint>> = { ...calls }
export const namedEndpoints = Object.entries(endpoints) as readonly [CallName, Endpoint][]

type Part<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType } ? S : never
/** Bodies and replies are only written: readonly values of rooms and screens are sent as they are. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T
type InputPart<E, K extends string> = Part<E, K> extends never ? undefined : DeepReadonly<z.input<Part<E, K>>>
type OutputPart<E, K extends string> = Part<E, K> extends never ? undefined : z.output<Part<E, K>>

/** The parts that the browser passes. */
export type CallInput<N extends CallName> = Readonly<{
  params: InputPart<Calls[N], 'params'>
  query: InputPart<Calls[N], 'query'>
  body: InputPart<Calls[N], 'body'>
}>
/** The parts that the handler gets, after validation. */
export type CallArguments<N extends CallName> = Readonly<{
  params: OutputPart<Calls[N], 'params'>
  query: OutputPart<Calls[N], 'query'>
  body: OutputPart<Calls[N], 'body'>
}>
export type CallReply<N extends CallName> = z.output<Calls[N]['reply']>
