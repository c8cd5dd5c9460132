/** Data of a plant that can be exported, in which steps, and how much at once. */

import type { CsvStyle } from './format/csv.ts'
import type { LanguageCode } from './languages.ts'
import type { QuantityId } from './quantities.ts'

export const exportKinds = ['report', 'letter', 'statistics', 'power', 'points', 'alarms', 'proof'] as const
/**
 * report: pages to read and print. letter: a page about a month, in sentences. statistics: energies of whole periods. power: the curve of the plant. points: what
 * devices measured. alarms: what was wrong, and how long. proof: all about one alarm, signed.
 */
export type ExportKind = (typeof exportKinds)[number]
const documents: ReadonlySet<ExportKind> = new Set(['report', 'letter', 'proof'])
/** Whether a kind is pages to read; all others are tables. */
export const isDocument = (kind: ExportKind): boolean => documents.has(kind)
/** Those that a person chooses from; a proof begins at its alarm. */
export const chosenKinds = exportKinds.filter((kind) => kind !== 'proof')

export const exportSteps = ['sample', '5min', 'hour', 'day', 'month', 'year', 'total', 'alarm'] as const
/** The time between two rows; total: one row for all days; alarm: one row each. */
export type ExportStep = (typeof exportSteps)[number]

/** The most days of one file; a kind has only the steps that are listed. */
export const exportDayLimits: Readonly<Record<ExportKind, Readonly<Partial<Record<ExportStep, number>>>>> = {
  // Of days: up to a month. Of months: a calendar year.
  report: { day: 31, month: 366 },
  letter: { month: 31 },
  statistics: { day: 3_660, month: 36_600, year: 36_600, total: 36_600 },
  power: { '5min': 366, hour: 1_830 },
  points: { sample: 366, hour: 1_830, day: 3_660, month: 36_600 },
  alarms: { alarm: 3_660 },
  proof: { alarm: 36_600 },
}

/** The steps of a kind, finest first. */
export const stepsOf = (kind: ExportKind): readonly ExportStep[] =>
  exportSteps.filter((step) => exportDayLimits[kind][step] !== undefined)

export const exportFileTypes = ['csv', 'xlsx', 'json', 'pdf'] as const
export type ExportFileType = (typeof exportFileTypes)[number]

/** A document is a PDF, and nothing else is. */
export const fileTypesOf = (kind: ExportKind): readonly ExportFileType[] =>
  exportFileTypes.filter((type) => (type === 'pdf') === isDocument(kind))

export const exportZones = ['plant', 'UTC'] as const
/** The zone in which instants are written. Days are the plant's in both. */
export type ExportZone = (typeof exportZones)[number]

/** Everything that decides what is in a file, and how it is written. */
export type ExportDefinition = CsvStyle &
  Readonly<{
    kind: ExportKind
    step: ExportStep
    /** First and last day at the plant, `YYYY-MM-DD`; both included. */
    from: string
    to: string
    /** Only of `points`: none means all devices. */
    deviceIds: readonly number[]
    /** Only of `points`, in the order of the columns. */
    quantities: readonly QuantityId[]
    /** Only of `proof`: its alarm. */
    alertId?: string | undefined
    fileType: ExportFileType
    zone: ExportZone
    /** Of the headings. */
    language: LanguageCode
  }>

/** Limits of one export, and of all exports of one person. */
export const exportLimits = {
  devices: 50,
  quantities: 40,
  /** Devices times days, where each sample is a row. */
  deviceDays: 3_660,
  /** Of one finished file. */
  fileBytes: 250_000_000,
  /** Files and waiting orders of a person, at all plants together. */
  exports: 20,
  personBytes: 1_000_000_000,
  waiting: 3,
  keptDays: 7,
  templates: 10,
  schedules: 10,
  /** People without an account, of one schedule; each confirms once. */
  recipients: 10,
  /** Addresses that one person may ask in a day. */
  requestsPerDay: 30,
  /** Larger files are linked: many mail servers take no more. */
  attachmentBytes: 8_000_000,
} as const
