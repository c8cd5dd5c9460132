import { resolve } from 'node:path'
import type { MapKind } from '@heliograph/domain/brand/map-origins.ts'
import { type MessageConfig, readMessageConfig } from './delivery/messages/messages.ts'
import { type ClaimLimits, readClaimLimits } from './fleet/loggers/loggers.ts'
import { defaultPlantLimits, type PlantLimits } from './fleet/plants/plants.ts'
import { withFormerSettings } from './former-settings.ts'
import type { MapScripts } from './http/map-script.ts'
import { readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts'
import { readWeatherSettings, type WeatherSettings } from './insight/weather/weather.ts'
import { type BrokerConfig, readBrokerConfig } from './intake/broker/broker.ts'
import { type CollectConfig, readCollectConfig } from './intake/collect/collect.ts'
import { type IngestConfig, readIngestConfig, readSolarmanConfig, type SolarmanConfig } from './intake/ingest/ingest.ts'
import {
  type DataCenterConfig,
  type RegionRules,
  readDataCenters,
  readRegionRules,
} from './operator/data-centers/data-centers.ts'
import { readSupervisorConfig, type SupervisorConfig } from './operator/home-assistant/home-assistant.ts'
import { type Provider, readProviders } from './people/identity-providers/identity-providers.ts'
import type { Store } from './platform/backup/backup.ts'
import { type BrandText, readLegalTexts } from './platform/branding/branding.ts'
import { type Delivery, readDelivery } from './platform/mail/mail.ts'
import { readFlag, readPort, readWhole } from './platform/settings/settings.ts'
import { readStore } from './read-store.ts'
import { withSecretFiles } from './secret-files.ts'
import { misspelledSettings } from './settings-table.ts'

/** Everything that the environment sets, each part read by its room. settings-table.ts lists every setting. */
export type Config = Store &
  Readonly<{
    /** A streaming replica for reads. */
    databaseReadUrl: string | undefined
    httpPort: number
    httpHost: string
    /** The port to which loggers push. */
    solarman: SolarmanConfig
    ingest: IngestConfig
    /** Where devices may be that this server reads. */
    collect: CollectConfig
    /** Where MQTT clients connect; undefined: nowhere. */
    broker: BrokerConfig | undefined
    webDir: string | undefined
    /** The public address for people and links, e.g. https://pv.example.org; guessed from the port when absent. */
    publicUrl: string
    trustedProxies: TrustedProxies
    logLevel: string
    /** Demo only: create this account as the owner of the demo plants. */
    demo: Readonly<{ account: string; password: string }> | undefined
    /** True: open registration. False: by invitation only. */
    registrationOpen: boolean
    /** Proof of work after failures. */
    humanCheck: boolean
    /** The limit of plants per account export, or null. */
    exportPlantLimit: number | null
    keepAuditDays: number
    /** SMTP and SMS. */
    delivery: Delivery
    /** Where messages may go: Telegram, push services, own networks. */
    messages: MessageConfig
    /** The identity providers. */
    providers: readonly Provider[]
    /** Home Assistant, where this server is its add-on. */
    supervisor: SupervisorConfig | undefined
    dataCenters: DataCenterConfig
    regionRules: RegionRules
    /** Where people report what is wrong with the security of this server: mailto: or https:. */
    securityContact: string | undefined
    /** The token with which Prometheus reads /metrics; undefined: there is no such page. */
    metricsToken: string | undefined
    /** Budget of a person for calls per minute; 0: no limit. */
    callUnitsPerMinute: number
    plantLimits: PlantLimits
    /** The header in which a trusted proxy names the visitor's country. */
    countryHeader: string | undefined
    /** Encrypted bodies without an envelope (ADR 8), for clients that know only the specification's form. */
    acceptsBareBodies: boolean
    hotDays: number
    keepSampleDays: number
    keepHourDays: number
    keepJudgedDays: number
    keepForecastDays: number
    /** How many loggers may wait for a proof, and how many a plant may have. */
    claimLimits: ClaimLimits
    /** Terms and privacy of brands that name none. */
    legalTexts: readonly BrandText[]
    /** Origins whose scripts the server's own brands may load. */
    trackingOrigins: readonly string[]
    /** Map scripts that this server fetches for its visitors, with the operator's keys. */
    mapScripts: MapScripts
    /** Weather service; null when none is configured. */
    weather: WeatherSettings
    /** Names in the environment that look like misspelled settings. */
    misspelled: ReturnType<typeof misspelledSettings>
  }>

/** @throws Error naming the setting that does not fit, never the value of a secret */
export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  ...readSettings(withSecretFiles(withFormerSettings(env))),
  misspelled: misspelledSettings(env),
})

/** Reads each setting under its present name. */
export function readSettings(env: NodeJS.ProcessEnv): Omit<Config, 'misspelled'> {
  const httpPort = readPort(env, 'PORT', 8080)
  const trustedProxies = readTrustedProxies(env.TRUST_PROXY)
  const demoPassword = env.HELIOGRAPH_DEMO_PASSWORD
  return {
    httpPort,
    httpHost: env.HOST ?? '::',
    solarman: readSolarmanConfig(env, trustedProxies.length > 0),
    ingest: readIngestConfig(env),
    collect: readCollectConfig(env),
    broker: readBrokerConfig(env),
    ...readStore(env),
    databaseReadUrl: env.DATABASE_READ_URL || undefined,
    webDir: env.WEB_DIR ? resolve(env.WEB_DIR) : undefined,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${httpPort}`).replace(/\/+$/, ''),
    trustedProxies,
    logLevel: env.LOG_LEVEL ?? 'info',
    demo: demoPassword ? { account: env.HELIOGRAPH_DEMO_ACCOUNT ?? 'demo', password: demoPassword } : undefined,
    registrationOpen: readFlag(env, 'REGISTRATION_OPEN', true),
    humanCheck: readFlag(env, 'HUMAN_CHECK', true),
    exportPlantLimit: readWhole(env, 'EXPORT_PLANT_LIMIT', 0, 0, 1_000_000) || null,
    weather: readWeatherSettings(env),
    legalTexts: readLegalTexts(env),
    trackingOrigins: readOrigins(env.TRACKING_ORIGINS),
    mapScripts: readMapScripts({ amap: env.AMAP_SCRIPT_URL, googleMap: env.GOOGLE_MAP_SCRIPT_URL }),
    keepAuditDays: readWhole(env, 'KEEP_AUDIT_DAYS', 730, 0, 100_000),
    delivery: readDelivery(env),
    messages: readMessageConfig(env),
    providers: readProviders(env),
    supervisor: readSupervisorConfig(env),
    dataCenters: readDataCenters(env),
    regionRules: readRegionRules(env),
    securityContact: readContact(env.SECURITY_CONTACT),
    metricsToken: readMetricsToken(env.METRICS_TOKEN),
    callUnitsPerMinute: readWhole(env, 'CALL_UNITS_PER_MINUTE', 1_200, 0, 1_000_000_000),
    plantLimits: {
      perPerson: readWhole(env, 'MAX_PLANTS_PER_PERSON', defaultPlantLimits.perPerson, 1, 1_000_000),
      perOrganization: readWhole(env, 'MAX_PLANTS_PER_ORGANIZATION', defaultPlantLimits.perOrganization, 1, 1_000_000),
    },
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() || undefined,
    acceptsBareBodies: readFlag(env, 'ENCRYPTION_ACCEPTS_BARE'),
    hotDays: readWhole(env, 'HOT_DAYS', 4, 2, 60),
    keepSampleDays: readWhole(env, 'KEEP_SAMPLE_DAYS', 0, 0, 100_000),
    keepHourDays: readWhole(env, 'KEEP_HOUR_DAYS', 0, 0, 100_000),
    keepJudgedDays: readWhole(env, 'KEEP_JUDGED_DAYS', 3_660, 0, 100_000),
    keepForecastDays: readWhole(env, 'KEEP_FORECAST_DAYS', 400, 0, 100_000),
    claimLimits: readClaimLimits(env),
  }
}

/** @throws Error for anything but origins with https, separated by commas */
function readOrigins(text = ''): readonly string[] {
  const origins = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith('https://'))
      throw new Error(`TRACKING_ORIGINS must be origins such as https://stats.example.org, not "${origin}"`)
  return origins
}

/** @throws Error for anything but addresses with https */
function readMapScripts(options: Readonly<Record<MapKind, string | undefined>>): MapScripts {
  const named = Object.entries(options).filter(([, address]) => address)
  for (const [kind, address = ''] of named)
    if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
      throw new Error(`The address of the ${kind} script must begin with https://`)
  return Object.fromEntries(named)
}

function readMetricsToken(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^\S{16,500}$/.test(text)) throw new Error('METRICS_TOKEN needs at least 16 characters and no blanks')
  return text
}

function readContact(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text))
    throw new Error('SECURITY_CONTACT must begin with mailto: or https://')
  return text
}
