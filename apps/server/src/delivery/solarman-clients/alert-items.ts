import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { explainFault } from '@heliograph/devices/faults/explain-fault.ts'
import { findFault } from '@heliograph/devices/faults/find-fault.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import {
  alarmNumberOf,
  describeAlarm,
  type FoundAlarm,
  listCauses,
  nameAlarm,
  namePart,
  translateAlarms,
} from '../../insight/alarms/alarms.ts'
import { leaveOutUnknown, toLoggerNumber, toSeconds } from './scales.ts'

const numberOf = ({ deviceId, loggerId }: FoundAlarm): number | null =>
  deviceId ?? (loggerId === null ? null : toLoggerNumber(loggerId))

/** Fields that all lists share. `addr` is where at the device it is: a string, or nothing. */
function toShared(alarm: FoundAlarm, language: LanguageCode) {
  const translate = translateAlarms(language)
  return {
    name: nameAlarm(translate, alarm),
    addr: namePart(translate, alarm.part),
    code: alarm.evidence.code ?? '',
    level: alarm.level,
    influence: alarm.influence,
    alertTime: toSeconds(alarm.openedAtMs),
  }
}

/** An alarm in the list of a device. */
export function toDeviceAlert(alarm: FoundAlarm, language: LanguageCode): object {
  const { name, ...shared } = toShared(alarm, language)
  return { alertId: alarmNumberOf(alarm.id), alertName: name, ...shared }
}

/** An alarm in the list of a plant. @param version 2 names it and says until when it lasted */
export function toStationAlert(alarm: FoundAlarm, language: LanguageCode, version: 1 | 2): object {
  const { name, ...shared } = toShared(alarm, language)
  const { closedAtMs } = alarm
  const more = {
    id: alarmNumberOf(alarm.id),
    alertName: name,
    status: closedAtMs === null ? 1 : 0,
    alertStartTime: toSeconds(alarm.openedAtMs),
    alertEndTime: toSeconds(closedAtMs),
  }
  return leaveOutUnknown({
    deviceSn: alarm.serial,
    deviceId: numberOf(alarm),
    deviceType: alarm.deviceType,
    ruleId: alarm.userRuleId ?? alarm.rule,
    showName: name,
    ...shared,
    ...(version === 2 ? more : {}),
  })
}

/** One alarm with what it means; a maker's code says more than our rule. */
export function toAlertDetail(alarm: FoundAlarm, language: LanguageCode): object {
  const { name, code, ...shared } = toShared(alarm, language)
  const translate = translateAlarms(language)
  const known = explainCode(alarm, language)
  const causes = known === undefined ? listCauses(translate, alarm) : [known]
  return leaveOutUnknown({
    alertId: alarmNumberOf(alarm.id),
    alertName: name,
    alertCode: code,
    ...shared,
    description: describeAlarm(translate, alarm),
    reason: causes.map(({ cause }) => cause).join('\n'),
    solution: causes.map(({ remedy }) => remedy).join('\n'),
    deviceSn: alarm.serial,
    deviceType: alarm.deviceType,
  })
}

function explainCode({ rule, evidence, profileId }: FoundAlarm, language: LanguageCode) {
  const { code } = evidence
  if (rule !== 'deviceFault' || code === undefined) return undefined
  const profile = evidence.profileId ?? profileId ?? undefined
  const maker = evidence.maker ?? (profile === undefined ? undefined : findProfileById(profile)?.maker)
  const fault = maker === undefined ? undefined : findFault({ maker, profileId: profile, code })
  const explained = fault && explainFault(fault.type, language)
  return explained && { cause: explained.cause, remedy: explained.remedy }
}
