/**
 * The rules that every plant has without asking, in order of worth. The id stands in the database and in addresses: it
 * never changes its meaning.
 */
export const ruleIds = [
  // This server missed data: what would seem silent is held back.
  'collectionFailure',
  'loggerSilent',
  'deviceSilent',
  'deviceFault',
  'zeroPower',
  'repeatedTrips',
  'stringDead',
  'stringWeak',
  'underPerformance',
  'weakSibling',
  'microDead',
  'gridOutage',
  'voltageHigh',
  'voltageLow',
  'frequencyHigh',
  'frequencyLow',
  'overheating',
  'insulationLow',
  'batteryHot',
  'cellSpread',
  'socStuck',
  'exportHigh',
  'counterReset',
  'counterDrift',
  'powerSpike',
  'powerUnread',
  'valuesFrozen',
  'clockShift',
  'deviceClock',
  'sensorLost',
  'duplicateSerial',
  'newAddress',
  'soiling',
  'snow',
  'clipping',
  'warrantyEnd',
  'simExpiry',
  // Of devices that this server reads: their address refuses connections, their access token ends.
  'portClosed',
  'tokenExpiry',
] as const
export type RuleId = (typeof ruleIds)[number]

/** A rule that a person made; which one, `userRuleId` of the alarm says. */
export const USER_RULE = 'userRule'
export type AnyRuleId = RuleId | typeof USER_RULE

const known: ReadonlySet<string> = new Set(ruleIds)

/** Whether a text is the id of a rule of this list. */
export const isRuleId = (id: string): id is RuleId => known.has(id)
