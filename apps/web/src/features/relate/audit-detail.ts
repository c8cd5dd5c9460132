/** The content of a write in the page's words, as far as the log keeps it. */

import { isPlantRight } from '@heliograph/domain/permissions.ts'
import { gridTypes, plantTypes } from '@heliograph/domain/plant.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { UseText } from '../../texts/use-text.tsx'
import { type AuditRow, relations } from './shares.ts'

export type Words = Readonly<{
  text: UseText['text']
  /** The day of an instant, epoch s. */
  day: (atS: number) => string
  peakPower: (kwp: number) => string
  /** Nickname of a user, name of an organization; undefined for one who no longer shares the plant. */
  user: (id: number) => string | undefined
  organisation: (id: number) => string | undefined
}>
type Value = AuditRow['detail'][string]
type Say = (value: Value, words: Words) => string | undefined

const asNumber = (value: Value): number | undefined => (typeof value === 'number' ? value : undefined)
const named =
  (of: 'user' | 'organisation'): Say =>
  (value, words) => {
    const id = asNumber(value)
    return id === undefined ? undefined : (words[of](id) ?? words.text('sharing.audit.number', { id }))
  }
const isOneOf = <T extends string>(list: readonly T[], value: Value): value is T =>
  (list as readonly Value[]).includes(value)

/** In display order; other names mean nothing to a reader. */
const sayings: readonly (readonly [name: string, say: Say])[] = [
  ['userId', named('user')],
  ['organisationId', named('organisation')],
  ['bid', named('organisation')],
  ['relation', (value, { text }) => (isOneOf(relations, value) ? text(`sharing.relation.${value}`) : undefined)],
  [
    'role',
    (value, { text }) => (isOneOf(['admin', 'viewer'] as const, value) ? text(`sharing.role.${value}`) : undefined),
  ],
  [
    'rights',
    (value, { text }) =>
      typeof value === 'string'
        ? value
            .split(', ')
            .filter(isPlantRight)
            .map((right) => text(`sharing.right.${right}`))
            .join(', ')
        : undefined,
  ],
  [
    'expiresAt',
    (value, { text, day }) =>
      typeof value === 'number' ? text('sharing.endsOn', { date: day(value - 1) }) : undefined,
  ],
  ['authOpen', (value, { text }) => text(value === '1' ? 'sharing.audit.on' : 'sharing.audit.off')],
  ['installedCapacity', (value, { peakPower }) => (typeof value === 'number' ? peakPower(value) : undefined)],
  [
    'gridInterconnectionType',
    (value, { text }) => (isOneOf(gridTypes, value) ? text(`shell.gridType.${value}`) : undefined),
  ],
  ['registerItems', (value) => (typeof value === 'string' ? value : undefined)],
  ['deviceSn', (value) => (typeof value === 'string' ? value : undefined)],
]

/** Fields of a plant or device that an edit names, with their previous values under `<field>.before`. */
const edited: Readonly<Record<string, TextKey>> = {
  name: 'plant-create.name',
  type: 'plant-create.type',
  gridInterconnectionType: 'plant-create.grid',
  installedCapacity: 'plant-create.capacity',
  startOperatingTime: 'plant-create.startedOn',
  locationAddress: 'plant-create.address',
  regionNationId: 'plant-create.country',
  locationLat: 'plant-create.latitude',
  locationLng: 'plant-create.longitude',
  locationAltitude: 'plant-create.altitude',
  regionTimezone: 'plant-create.zone',
  currency: 'plant-create.currency',
  mergeElectricPrice: 'plant-create.price',
  installationAzimuthAngle: 'plant-create.azimuth',
  installationTiltAngle: 'plant-create.tilt',
  deviceName: 'plant-settings.device.name',
  ratedPower: 'plant-settings.device.rating',
  gatewayName: 'plant-settings.logger.name',
}

function sayChange(field: string, value: Value | undefined, { text, peakPower }: Words): string {
  if (value === undefined || value === null || value === '') return text('sharing.audit.nothing')
  if (field === 'installedCapacity' && typeof value === 'number') return peakPower(value)
  if (field === 'type' && isOneOf(plantTypes, value)) return text(`shell.plantType.${value}`)
  if (field === 'gridInterconnectionType' && isOneOf(gridTypes, value)) return text(`shell.gridType.${value}`)
  return String(value)
}

export function describeDetail(detail: AuditRow['detail'], words: Words): readonly string[] {
  const changed = Object.entries(edited).filter(([field]) => Object.hasOwn(detail, `${field}.before`))
  if (changed.length > 0)
    return changed.map(([field, key]) =>
      words.text('sharing.audit.change', {
        field: words.text(key),
        before: sayChange(field, detail[`${field}.before`], words),
        after: sayChange(field, detail[field], words),
      }),
    )
  return describeGiven(detail, words)
}

const describeGiven = (detail: AuditRow['detail'], words: Words): readonly string[] =>
  sayings.flatMap(([name, say]) => {
    const value = detail[name]
    const said = value === undefined || value === null ? undefined : say(value, words)
    return said ? [said] : []
  })
