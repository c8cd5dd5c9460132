/** The content of a write in the page's words, as far as the log keeps it. */

import { counterMeanings } from '@heliograph/domain/counter-meaning.ts'
import { meterRoles } from '@heliograph/domain/meter-role.ts'
import { isPlantRight } from '@heliograph/domain/permissions.ts'
import { gridTypes, plantTypes } from '@heliograph/domain/plant.ts'
import { isDate } from '@heliograph/domain/time.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { AuditDetail } from '../../api/audit.ts'
import { relations } from '../../api/sharing.ts'
import type { UseText } from '../../texts/use-text.tsx'
import { labelOfPart } from '../form/plant-form.ts'

export type Words = Readonly<{
  text: UseText['text']
  /** The day of an instant. */
  day: (atMs: number) => string
  peakPower: (capacityWp: number) => string
  /** Nickname of a user, name of an organization; undefined for one who no longer shares the plant. */
  user: (id: number) => string | undefined
  organization: (id: number) => string | undefined
  /** undefined: the device was removed. */
  device: (id: number) => string | undefined
  /** A date of the plant, YYYY-MM-DD. */
  date: (day: string) => string
  country: (code: string) => string | undefined
}>
type Value = AuditDetail[string]
type Say = (value: Value, words: Words) => string | undefined

const asNumber = (value: Value): number | undefined => (typeof value === 'number' ? value : undefined)
const named =
  (kind: 'user' | 'organization' | 'device'): Say =>
  (value, words) => {
    const id = asNumber(value)
    return id === undefined ? undefined : (words[kind](id) ?? words.text('sharing.audit.number', { id }))
  }
const isOneOf = <T extends string>(list: readonly T[], value: Value): value is T =>
  (list as readonly Value[]).includes(value)

/** In display order; other names mean nothing to a reader. */
const sayings: readonly (readonly [name: string, say: Say])[] = [
  ['userId', named('user')],
  ['organizationId', named('organization')],
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
    'expiresAtMs',
    (value, { text, day }) =>
      typeof value === 'number' ? text('sharing.endsOn', { date: day(value - 1) }) : undefined,
  ],
  ['supportOpen', (value, { text }) => text(value === '1' ? 'sharing.audit.on' : 'sharing.audit.off')],
  ['capacityWp', (value, { peakPower }) => (typeof value === 'number' ? peakPower(value) : undefined)],
  ['gridType', (value, { text }) => (isOneOf(gridTypes, value) ? text(`shell.gridType.${value}`) : undefined)],
  ['deviceId', named('device')],
  ['serials', (value) => (typeof value === 'string' ? value : undefined)],
]

/** Fields of a plant or device that an edit names, with their previous values under `<field>.before`. */
const edited: Readonly<Record<string, TextKey>> = {
  ...labelOfPart,
  owner: 'sharing.role.owner',
  company: 'plant-settings.contact.company',
  phone: 'account.contact.phone',
  email: 'account.contact.email',
  gridPoint: 'plant-settings.contact.point',
  ownNumber: 'plant-settings.contact.number',
  remark: 'plant-settings.contact.remark',
  planes: 'metering.planes',
  capacities: 'metering.capacities',
  meteringStrategy: 'metering.audit.strategy',
  methodOfGeneration: 'metering.audit.method.generation',
  methodOfLoad: 'metering.audit.method.load',
  methodOfImport: 'metering.audit.method.import',
  methodOfExport: 'metering.audit.method.export',
  methodOfCharge: 'metering.audit.method.charge',
  methodOfDischarge: 'metering.audit.method.discharge',
  sourceOfGeneration: 'metering.source.generation',
  sourceOfConsumption: 'metering.source.consumption',
  sourceOfUtility: 'metering.source.utility',
  sourceOfBattery: 'metering.source.battery',
  sourceOfIrradiance: 'metering.source.irradiance',
  addedGeneration: 'metering.added',
  addedUse: 'metering.addedUse',
  addedToDay: 'metering.audit.addedToDay',
  addedUseOfDay: 'metering.audit.addedUseOfDay',
  plannedShare: 'metering.planned',
  meteringFrom: 'metering.since',
  zeroBelow: 'metering.audit.zeroBelow',
  zeroAtNight: 'metering.audit.zeroByNight',
  deviceName: 'plant-settings.device.name',
  rating: 'plant-settings.device.rating',
  warrantyUntil: 'alarm-settings.warranty',
  exportLimitW: 'alarm-settings.audit.export',
  nominalV: 'alarm-settings.audit.nominal',
  serial: 'device-detail.serial',
  loggerId: 'device-place.logger',
  meterRole: 'device-place.meter.role',
  counterMeaning: 'device-detail.counter.title',
  meterRatio: 'device-place.meter.ratio',
  meterDirection: 'device-place.meter.direction',
  secondSource: 'same-device.audit',
  turnedGrid: 'signs.audit.grid',
  turnedBattery: 'signs.audit.battery',
  loggerName: 'plant-settings.logger.name',
  networks: 'plant-settings.sources.allowed',
  strict: 'plant-settings.sources.strict',
  tariff: 'finance.tariff',
  cost: 'finance.costs.cost',
  subsidy: 'finance.costs.subsidy',
  paidOn: 'finance.costs.date',
  coalPrice: 'finance.costs.coal',
  tariffLink: 'finance.costs.url',
  'loan.amount': 'finance.costs.amount',
  'loan.method': 'finance.costs.method',
  'loan.term': 'finance.costs.termMonths',
  'loan.period': 'finance.costs.periodMonths',
  'loan.interest': 'finance.costs.interest',
}

const sourceRoles = ['INVERTER', 'METER', 'BATTERY', 'WEATHER_STATION'] as const

/** How metering is chosen, as the log has it. */
const meteringWords = ['TOTAL_FROM_DEVICE_UPLOAD', 'SUM_OF_DAILY_VALUES', 'DYNAMIC', 'MANUAL'] as const

/** A choice of sources: roles, or devices by their ids. */
function describeSource(value: string, { text, device }: Words): string | undefined {
  const ids = /^DEVICE:(\d+(?:,\d+)*)$/.exec(value)?.[1]
  if (ids !== undefined)
    return ids
      .split(',')
      .map((id) => device(Number(id)) ?? text('sharing.audit.number', { id: Number(id) }))
      .join(', ')
  return isOneOf(sourceRoles, value) ? text(`devices.type.${value}`) : undefined
}

const dates: readonly string[] = ['startedOn', 'meteringFrom', 'paidOn', 'warrantyUntil']

function describeChange(field: string, value: Value | undefined, words: Words): string {
  const { text, peakPower } = words
  if (value === undefined || value === null || value === '') return text('sharing.audit.nothing')
  if (field === 'capacityWp' && typeof value === 'number') return peakPower(value)
  if (field === 'type' && isOneOf(plantTypes, value)) return text(`shell.plantType.${value}`)
  if (field === 'gridType' && isOneOf(gridTypes, value)) return text(`shell.gridType.${value}`)
  if (field === 'meterRole' && isOneOf(meterRoles, value)) return text(`device-place.meter.role.${value}`)
  if (field === 'counterMeaning' && isOneOf(counterMeanings, value)) return text(`device-detail.counter.${value}`)
  if (field === 'meterDirection' && isOneOf(['normal', 'reversed'] as const, value))
    return text(`device-place.meter.direction.${value}`)
  if (field.startsWith('sourceOf') && typeof value === 'string') return describeSource(value, words) ?? value
  if (dates.includes(field) && typeof value === 'string' && isDate(value)) return words.date(value)
  if (field === 'country' && typeof value === 'string') return words.country(value) ?? value
  if (field === 'loggerId' && typeof value === 'number') return text('sharing.audit.number', { id: value })
  if (isOneOf(meteringWords, value)) return text(`metering.audit.value.${value}`)
  if (typeof value === 'boolean') return text(value ? 'sharing.audit.on' : 'sharing.audit.off')
  return String(value)
}

export function describeDetail(detail: AuditDetail, words: Words): readonly string[] {
  const changed = Object.entries(edited).filter(([field]) => Object.hasOwn(detail, `${field}.before`))
  if (changed.length > 0)
    return [
      // Which device, where an edit is about one.
      ...describeGiven(typeof detail.deviceId === 'number' ? { deviceId: detail.deviceId } : {}, words),
      ...changed.map(([field, key]) => {
        const before = describeChange(field, detail[`${field}.before`], words)
        const after = describeChange(field, detail[field], words)
        // A value that stayed the same names the device.
        return before === after ? after : words.text('sharing.audit.change', { field: words.text(key), before, after })
      }),
    ]
  return describeGiven(detail, words)
}

const describeGiven = (detail: AuditDetail, words: Words): readonly string[] =>
  sayings.flatMap(([name, say]) => {
    const value = detail[name]
    const sentence = value === undefined || value === null ? undefined : say(value, words)
    return sentence ? [sentence] : []
  })
