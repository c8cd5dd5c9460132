/**
 * The keys of all texts, read by the compiler from the English files. A new file of texts needs one row in `English`
 * and one in `features`.
 */

import type account from './locales/en/account.json'
import type agents from './locales/en/agents.json'
import type alarmPage from './locales/en/alarm-page.json'
import type alarmRules from './locales/en/alarm-rules.json'
import type alarmSettings from './locales/en/alarm-settings.json'
import type analysis from './locales/en/analysis.json'
import type application from './locales/en/application.json'
import type battery from './locales/en/battery.json'
import type brandVariants from './locales/en/brand-variants.json'
import type branding from './locales/en/branding.json'
import type commands from './locales/en/commands.json'
import type communication from './locales/en/communication.json'
import type compare from './locales/en/compare.json'
import type connection from './locales/en/connection.json'
import type createPlant from './locales/en/create-plant.json'
import type dataCenter from './locales/en/data-center.json'
import type dayOffsets from './locales/en/day-offsets.json'
import type deviceDetail from './locales/en/device-detail.json'
import type devicePlace from './locales/en/device-place.json'
import type devices from './locales/en/devices.json'
import type errors from './locales/en/errors.json'
import type explorer from './locales/en/explorer.json'
import type exportTexts from './locales/en/exports.json'
import type faultLibrary from './locales/en/fault-library.json'
import type faults from './locales/en/faults.json'
import type finance from './locales/en/finance.json'
import type firstSteps from './locales/en/first-steps.json'
import type fleet from './locales/en/fleet.json'
import type flowGuide from './locales/en/flow-guide.json'
import type hallPicture from './locales/en/hall-picture.json'
import type importTexts from './locales/en/imports.json'
import type lab from './locales/en/lab.json'
import type largeScreen from './locales/en/large-screen.json'
import type layoutPhoto from './locales/en/layout-photo.json'
import type layoutVersion from './locales/en/layout-version.json'
import type leaving from './locales/en/leaving.json'
import type letter from './locales/en/letter.json'
import type lineSeries from './locales/en/line-series.json'
import type logger from './locales/en/logger.json'
import type loggerForward from './locales/en/logger-forward.json'
import type loggerMany from './locales/en/logger-many.json'
import type login from './locales/en/login.json'
import type mail from './locales/en/mail.json'
import type manual from './locales/en/manual.json'
import type messagePage from './locales/en/message-page.json'
import type messages from './locales/en/messages.json'
import type metering from './locales/en/metering.json'
import type moduleLayout from './locales/en/module-layout.json'
import type moves from './locales/en/moves.json'
import type offline from './locales/en/offline.json'
import type organization from './locales/en/organization.json'
import type ownRules from './locales/en/own-rules.json'
import type paperTemplate from './locales/en/paper-template.json'
import type performance from './locales/en/performance.json'
import type photos from './locales/en/photos.json'
import type place from './locales/en/place.json'
import type plantCreate from './locales/en/plant-create.json'
import type plantData from './locales/en/plant-data.json'
import type plantList from './locales/en/plant-list.json'
import type plantLists from './locales/en/plant-lists.json'
import type plantPeriod from './locales/en/plant-period.json'
import type plantSettings from './locales/en/plant-settings.json'
import type pluginPage from './locales/en/plugin-page.json'
import type prompts from './locales/en/prompts.json'
import type proof from './locales/en/proof.json'
import type quality from './locales/en/quality.json'
import type quantities from './locales/en/quantities.json'
import type replace from './locales/en/replace.json'
import type reports from './locales/en/reports.json'
import type sameDevice from './locales/en/same-device.json'
import type security from './locales/en/security.json'
import type securityEvents from './locales/en/security-events.json'
import type setup from './locales/en/setup.json'
import type sharing from './locales/en/sharing.json'
import type shell from './locales/en/shell.json'
import type signUp from './locales/en/sign-up.json'
import type signs from './locales/en/signs.json'
import type status from './locales/en/status.json'
import type support from './locales/en/support.json'
import type targets from './locales/en/targets.json'
import type thirdParty from './locales/en/third-party.json'
import type units from './locales/en/units.json'
import type weather from './locales/en/weather.json'
import type webhooks from './locales/en/webhooks.json'
import type whatIf from './locales/en/what-if.json'

type English = Readonly<{
  agents: typeof agents
  application: typeof application
  'alarm-page': typeof alarmPage
  'own-rules': typeof ownRules
  'alarm-rules': typeof alarmRules
  'alarm-settings': typeof alarmSettings
  analysis: typeof analysis
  'brand-variants': typeof brandVariants
  branding: typeof branding
  commands: typeof commands
  'sign-up': typeof signUp
  'plugin-page': typeof pluginPage
  prompts: typeof prompts
  account: typeof account
  security: typeof security
  'security-events': typeof securityEvents
  'large-screen': typeof largeScreen
  'layout-version': typeof layoutVersion
  'layout-photo': typeof layoutPhoto
  leaving: typeof leaving
  'module-layout': typeof moduleLayout
  moves: typeof moves
  offline: typeof offline
  organization: typeof organization
  sharing: typeof sharing
  mail: typeof mail
  manual: typeof manual
  messages: typeof messages
  'message-page': typeof messagePage
  metering: typeof metering
  'third-party': typeof thirdParty
  battery: typeof battery
  compare: typeof compare
  communication: typeof communication
  'data-center': typeof dataCenter
  'device-place': typeof devicePlace
  devices: typeof devices
  explorer: typeof explorer
  exports: typeof exportTexts
  'hall-picture': typeof hallPicture
  imports: typeof importTexts
  'fault-library': typeof faultLibrary
  faults: typeof faults
  finance: typeof finance
  'first-steps': typeof firstSteps
  fleet: typeof fleet
  'flow-guide': typeof flowGuide
  errors: typeof errors
  'logger-forward': typeof loggerForward
  'logger-many': typeof loggerMany
  'line-series': typeof lineSeries
  connection: typeof connection
  lab: typeof lab
  'same-device': typeof sameDevice
  replace: typeof replace
  signs: typeof signs
  targets: typeof targets
  logger: typeof logger
  login: typeof login
  performance: typeof performance
  place: typeof place
  'paper-template': typeof paperTemplate
  photos: typeof photos
  'create-plant': typeof createPlant
  'plant-create': typeof plantCreate
  'plant-list': typeof plantList
  'plant-lists': typeof plantLists
  'plant-settings': typeof plantSettings
  setup: typeof setup
  'day-offsets': typeof dayOffsets
  'device-detail': typeof deviceDetail
  'plant-data': typeof plantData
  'plant-period': typeof plantPeriod
  proof: typeof proof
  quality: typeof quality
  quantities: typeof quantities
  reports: typeof reports
  shell: typeof shell
  status: typeof status
  support: typeof support
  units: typeof units
  weather: typeof weather
  webhooks: typeof webhooks
  'what-if': typeof whatIf
  letter: typeof letter
}>

export type Feature = keyof English
export type KeyOf<F extends Feature> = { [One in F]: keyof English[One] & string }[F]
export type TextKey = KeyOf<Feature>

// A record, so that the compiler notices a missing row.
const rows: Readonly<Record<Feature, true>> = {
  application: true,
  'alarm-page': true,
  'own-rules': true,
  'alarm-rules': true,
  'alarm-settings': true,
  analysis: true,
  'brand-variants': true,
  branding: true,
  commands: true,
  'sign-up': true,
  'plugin-page': true,
  prompts: true,
  account: true,
  security: true,
  'security-events': true,
  'large-screen': true,
  'layout-version': true,
  'layout-photo': true,
  leaving: true,
  'module-layout': true,
  moves: true,
  offline: true,
  organization: true,
  sharing: true,
  mail: true,
  manual: true,
  messages: true,
  'message-page': true,
  metering: true,
  'third-party': true,
  battery: true,
  compare: true,
  communication: true,
  'data-center': true,
  'device-place': true,
  devices: true,
  explorer: true,
  exports: true,
  'hall-picture': true,
  imports: true,
  'fault-library': true,
  faults: true,
  finance: true,
  'first-steps': true,
  fleet: true,
  'flow-guide': true,
  errors: true,
  'logger-forward': true,
  'logger-many': true,
  'line-series': true,
  agents: true,
  connection: true,
  lab: true,
  'same-device': true,
  replace: true,
  signs: true,
  targets: true,
  logger: true,
  login: true,
  performance: true,
  place: true,
  'paper-template': true,
  photos: true,
  'create-plant': true,
  'plant-create': true,
  'plant-list': true,
  'plant-lists': true,
  'plant-settings': true,
  setup: true,
  'day-offsets': true,
  'device-detail': true,
  'plant-data': true,
  'plant-period': true,
  proof: true,
  quality: true,
  quantities: true,
  reports: true,
  shell: true,
  status: true,
  support: true,
  units: true,
  weather: true,
  'what-if': true,
  letter: true,
  webhooks: true,
}

export const features = Object.keys(rows) as readonly Feature[]
