/** Every address of the page, built in one place. */
import type { ExportKind } from '@heliograph/domain/plant-export.ts'

export const plantTabs = [
  'data',
  'alert',
  'device',
  'battery',
  'performance',
  'quality',
  'relate',
  'exportdata',
  'component-layout',
] as const
export type PlantTab = (typeof plantTabs)[number]

/** Pages of a plant that the specification has no tabs for, or not as one of them. */
const furtherPages = ['letter', 'accuracy', 'explorer', 'what-if', 'import', 'photos', 'detail'] as const
export const plantPages = [...plantTabs, ...furtherPages] as const
export type PlantPage = (typeof plantPages)[number]

/** The tabs of the layout "origin": data, device, alarm, related. The other pages are in a menu behind them. */
export const originTabs: readonly PlantTab[] = ['data', 'device', 'alert', 'relate']

export const plantViews = ['day', 'month', 'year', 'total'] as const
export type PlantView = (typeof plantViews)[number]

type Search = Readonly<Record<string, string | number | null | undefined>>

/** A path with its query; absent values are left out. */
export function withQuery(path: string, search: Search): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

export type PlantPlace = Readonly<{
  id?: number | undefined
  date?: string | undefined
  view?: PlantView | undefined
  /** Search words, status filter and order of the list of plants. */
  q?: string | undefined
  status?: string | undefined
  sort?: string | undefined
}>

/** `/plant/infos/data?id=7&date=2026-11-21&view=day` */
export const plantPath = (page: PlantPage, place: PlantPlace = {}): string => withQuery(`/plant/infos/${page}`, place)
export const plantListPath = (q?: string): string => plantPath('data', { q })
/** The pages of a plant's settings, in the order of their index. */
export const settingsParts = ['basics', 'place', 'roof', 'money', 'metering', 'alarms', 'devices', 'danger'] as const
export type SettingsPart = (typeof settingsParts)[number]
/** Settings of the plant, for users who may edit it (the specification calls it detail). */
export const plantSettingsPath = (plantId: number, part: SettingsPart = 'basics'): string =>
  withQuery(`/plant/infos/detail${part === 'basics' ? '' : `/${part}`}`, { id: plantId })
export const photosPath = (plantId: number): string => plantPath('photos', { id: plantId })
/** The plant's history from a file. */
export const importPath = (plantId: number): string => plantPath('import', { id: plantId })
/** Usual days of a file. */
export const ranges = ['yesterday', 'last7', 'thisMonth', 'lastMonth', 'thisYear', 'formerYear'] as const
export type RangeName = (typeof ranges)[number]
/** The form of a file. @param chosen its content and days at first */
export const exportPath = (plantId: number, chosen: Readonly<{ kind: ExportKind; range: RangeName }>): string =>
  withQuery('/plant/infos/exportdata', { id: plantId, ...chosen })
/** How good the plant's forecasts were. */
export const accuracyPath = (plantId: number): string => plantPath('accuracy', { id: plantId })
/** The part of a plant's data quality that lists refused counter steps. */
export const REFUSED_STEPS = 'refused'
export const refusedStepsPath = (plantId: number): string => `${plantPath('quality', { id: plantId })}#${REFUSED_STEPS}`
/** Records from the loggers of all plants; those of one are with its data quality. */
export const communicationPath = (): string => '/communicationReport'
/** Reports of all plants. */
export const fleetReportsPath = (): string => '/reports'
/** The fleet page, for people with several plants. */
export const fleetPath = (): string => '/plant/fleet'
/** The alarms of all plants. */
export const alarmsPath = (search: Search = {}): string => withQuery('/alarms', search)
/** A person's own alarm rules. */
export const ownRulesPath = (): string => '/alarms/rules'
/** Pages about all plants, beside the list. */
export const isFleetPage = (pathname: string): boolean => [fleetPath(), alarmsPath(), ownRulesPath()].includes(pathname)
/** Deleted plants that can be restored. */
export const plantBinPath = (): string => '/plant/bin'
export const createPlantPath = (): string => '/plant/create'
/** @param isNew the plant was created just now: the page says so and offers to skip */
export const addLoggerPath = (plantId: number, isNew = false): string =>
  withQuery('/plant/infos/device/add', { id: plantId, new: isNew ? 1 : undefined })
/** The card of that page on which streams of loggers go on to a maker's cloud. */
export const FORWARD = 'forward'
export const forwardPath = (plantId: number): string => `${addLoggerPath(plantId)}#${FORWARD}`
/** Adds a device. @param see what the person sees at home */
export const addDevicePath = (plantId: number, see?: string): string =>
  withQuery('/plant/infos/device/add', { id: plantId, see })
/** An endpoint that the server reads. */
export const connectionPath = (plantId: number, targetId: number): string =>
  withQuery('/plant/infos/device/connection', { id: plantId, target: targetId })
/** Puts a new logger or device in the place of an old one. @param old the serial number of the old one */
export const replacePath = (plantId: number, old?: string): string =>
  withQuery('/plant/infos/device/replace', { id: plantId, old })
/** Registers of a device that no profile knows. */
export const labPath = (plantId: number): string => withQuery('/plant/infos/device/lab', { id: plantId })
/** Any values together. @param series references as `d12:acPowerW`, `p3:pvPowerW` */
export const explorerPath = (series: readonly string[] = [], search: Search = {}): string =>
  withQuery('/explorer', { s: series.join(), ...search })
/** The same beside the plant's other pages. Without `s` it shows the plant's powers. */
export const plantExplorerPath = (plantId: number, search: Search = {}): string =>
  withQuery('/plant/infos/explorer', { id: plantId, ...search })
export const deviceDetailPath = (deviceId: number, search: Search = {}): string =>
  withQuery('/device-detail', { deviceId, ...search })
/** In the order of the features page; each is the right that it needs. */
export const applications = ['deviceCharge', 'messageCharge', 'largeScreen', 'insurance'] as const
/** The features page, or one of them. */
export const applicationPath = (detail?: (typeof applications)[number]): string =>
  detail === undefined ? '/application/home' : `/application/detail/${detail}`
/** An operator's own page within ours. */
export const framePath = (cardId: number): string => withQuery('/application/detail/plugin', { card: cardId })
