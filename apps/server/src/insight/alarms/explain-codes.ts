import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { explainFault } from '@heliograph/devices/faults/explain-fault.ts'
import { findFault } from '@heliograph/devices/faults/find-fault.ts'
import { writeContribution } from '@heliograph/devices/faults/write-contribution.ts'
import type { FoundAlarm } from './search.ts'

/** A code that a device reported, and what the library of makers' codes says of it. */
export type ExplainedCode = Readonly<{
  code: string
  known: {
    /** The maker's own term, English. */
    name: string
    maker: string
    family: string
    urgency: 'now' | 'today' | 'week' | 'watch' | 'none'
    cause: string
    remedy: string
    /** Not proven. */
    isProbable: boolean
    source: string
  } | null
  contribution: string | null
}>

/** Codes that one alarm explains. */
const MOST_CODES = 64

/** Meanings of the codes of a device's fault, by the library of makers' codes, in a language or else in English. */
export function explainCodes(
  alarm: Pick<FoundAlarm, 'rule' | 'evidence' | 'profileId' | 'openedAtMs'>,
  language: string,
): readonly ExplainedCode[] {
  if (alarm.rule !== 'deviceFault') return []
  const { evidence } = alarm
  // The profile at the time of the report; the device may have another one by now.
  const profileId = evidence.profileId ?? alarm.profileId
  const maker = evidence.maker ?? (profileId === null ? undefined : findProfileById(profileId)?.maker)
  const codes = evidence.codes ?? (evidence.code === undefined ? [] : [evidence.code])
  return [...new Set(codes)]
    .filter((code) => code !== '')
    .slice(0, MOST_CODES)
    .map((code) => {
      const fault = maker === undefined ? undefined : findFault({ maker, profileId: profileId ?? undefined, code })
      const explained = fault && explainFault(fault.type, language)
      if (fault && explained) {
        const { name, family, urgency, isCertain, source } = fault
        const known = { name, maker: fault.maker, family, urgency, isProbable: !isCertain, source }
        return { code, known: { ...known, cause: explained.cause, remedy: explained.remedy }, contribution: null }
      }
      const seenAtMs = alarm.openedAtMs
      // A state alone has no meaning that a reader could contribute.
      const isState = code.startsWith('state ')
      const contribution =
        maker === undefined || isState ? null : writeContribution({ maker, profileId, code, seenAtMs })
      return { code, known: null, contribution }
    })
}
