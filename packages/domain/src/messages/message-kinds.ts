export const messageKinds = ['alarm', 'system', 'sharing'] as const
export type MessageKind = (typeof messageKinds)[number]

/** The ways to a person outside of the page. */
export const messageChannels = ['email', 'push', 'ntfy', 'telegram', 'webhook', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** Event of an alarm message: the alarm began, came back, lasts, or ended. */
export const alarmChanges = ['opened', 'reopened', 'escalated', 'closed'] as const
export type AlarmChange = (typeof alarmChanges)[number]

/** Events of sharing and of the system, in the words that the database keeps. */
export const sharingEvents = [
  'invited',
  'joined',
  'shareChanged',
  'shareEnded',
  'offered',
  'offerAnswered',
  'reportReaderAdded',
  'fleetReaderAdded',
] as const
export type SharingEvent = (typeof sharingEvents)[number]
export const systemEvents = [
  'newBrowser',
  'passwordChanged',
  'contactChanged',
  'secondFactorChanged',
  'accountMoved',
  'loggerDoubted',
  'loggerDispute',
  'exportReady',
  'addressPaused',
  'webhookPaused',
  'creditsLow',
  'creditsOut',
  'promiseWell',
  'promiseTrouble',
] as const
export type SystemEvent = (typeof systemEvents)[number]
