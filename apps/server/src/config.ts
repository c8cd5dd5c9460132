import { join, resolve } from 'node:path'
import type { MapKind } from '@heliograph/domain/brand/map-origins.ts'
import { type MessageConfig, readMessageConfig } from './delivery/messages/messages.ts'
import { type ClaimLimits, defaultClaimLimits } from './fleet/loggers/loggers.ts'
import { defaultPlantLimits, type PlantLimits } from './fleet/plants/plants.ts'
import { withFormerSettings } from './former-settings.ts'
import type { MapScripts } from './http/map-script.ts'
import { readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts'
import { readWeatherSettings, type WeatherSettings } from './insight/weather/weather.ts'
import {
  type DataCenterConfig,
  type RegionRules,
  readDataCenters,
  readRegionRules,
} from './operator/data-centers/data-centers.ts'
import { type Provider, readProviders } from './people/identity-providers/identity-providers.ts'
import { type Delivery, readDelivery } from './platform/mail/mail.ts'
import { withSecretFiles } from './secret-files.ts'

/** The only reader of the environment. Every setting is in README.md's table. */
export type Config = Readonly<{
  httpPort: number
  httpHost: string
  loggerPort: number
  loggerHost: string
  /** The public port for loggers, when it differs from `loggerPort` (a forwarding router or container). */
  loggerPublicPort: number | undefined
  /** The proxy in front of the logger port announces its clients (PROXY protocol). */
  loggerProxyProtocol: boolean
  /** The encrypted logger port; undefined: none. */
  loggerTls: Readonly<{ port: number; certFile: string; keyFile: string }> | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** The file of the key that seals secrets in the database. */
  secretKeyFile: string
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
  dataCenters: DataCenterConfig
  regionRules: RegionRules
  /** Where people report what is wrong with the security of this server: mailto: or https:. */
  securityContact: string | undefined
  /** What Prometheus shows for /metrics; undefined: there is no such page. */
  metricsToken: string | undefined
  /** What a person may spend on calls per minute; 0: no limit. */
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
  maxSampleAgeDays: number
  ackOffset: boolean
  recentFrameBytes: number
  maxConnections: number
  maxConnectionsPerAddress: number
  maxUnprovenPerAddress: number
  framesPerMinute: number
  /** How many loggers may wait for a proof, and how many a plant may have. */
  claimLimits: ClaimLimits
  /** Origins whose scripts the server's own brands may load. */
  trackingOrigins: readonly string[]
  /** Map scripts that this server fetches for its visitors, with the operator's keys. */
  mapScripts: MapScripts
  /** Who is asked for the weather; null: nobody. */
  weather: WeatherSettings
}>

export function readConfig(given: NodeJS.ProcessEnv): Config {
  const env = withSecretFiles(withFormerSettings(given))
  const httpPort = port(env, 'PORT', 8080)
  const demoPassword = env.HELIOGRAPH_DEMO_PASSWORD
  return {
    httpPort,
    httpHost: env.HOST ?? '::',
    loggerPort: port(env, 'LOGGER_PORT', 10_000),
    loggerHost: env.LOGGER_HOST ?? '::',
    loggerPublicPort: env.LOGGER_PUBLIC_PORT ? port(env, 'LOGGER_PUBLIC_PORT', 0) : undefined,
    loggerTls: readLoggerTls(env),
    loggerProxyProtocol: readProxyProtocol(env),
    dataDir: resolve(env.DATA_DIR ?? './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    secretKeyFile: resolve(env.SECRET_KEY_FILE || join(env.DATA_DIR ?? './data', 'secret.key')),
    webDir: env.WEB_DIR ? resolve(env.WEB_DIR) : undefined,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${httpPort}`).replace(/\/+$/, ''),
    trustedProxies: readTrustedProxies(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL ?? 'info',
    demo: demoPassword ? { account: env.HELIOGRAPH_DEMO_ACCOUNT ?? 'demo', password: demoPassword } : undefined,
    registrationOpen: flag(env, 'REGISTRATION_OPEN', true),
    humanCheck: flag(env, 'HUMAN_CHECK', true),
    exportPlantLimit: whole(env, 'EXPORT_PLANT_LIMIT', 0, 0, 1_000_000) || null,
    weather: readWeatherSettings(env),
    trackingOrigins: readOrigins(env.TRACKING_ORIGINS),
    mapScripts: readMapScripts({ amap: env.AMAP_SCRIPT_URL, googleMap: env.GOOGLE_MAP_SCRIPT_URL }),
    keepAuditDays: whole(env, 'KEEP_AUDIT_DAYS', 730, 0, 100_000),
    delivery: readDelivery(env),
    messages: readMessageConfig(env),
    providers: readProviders(env),
    dataCenters: readDataCenters(env),
    regionRules: readRegionRules(env),
    securityContact: readContact(env.SECURITY_CONTACT),
    metricsToken: readMetricsToken(env.METRICS_TOKEN),
    callUnitsPerMinute: whole(env, 'CALL_UNITS_PER_MINUTE', 1_200, 0, 1_000_000_000),
    plantLimits: {
      perPerson: whole(env, 'MAX_PLANTS_PER_PERSON', defaultPlantLimits.perPerson, 1, 1_000_000),
      perOrganization: whole(env, 'MAX_PLANTS_PER_ORGANIZATION', defaultPlantLimits.perOrganization, 1, 1_000_000),
    },
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() || undefined,
    acceptsBareBodies: flag(env, 'ENCRYPTION_ACCEPTS_BARE'),
    hotDays: whole(env, 'HOT_DAYS', 4, 2, 60),
    keepSampleDays: whole(env, 'KEEP_SAMPLE_DAYS', 0, 0, 100_000),
    keepHourDays: whole(env, 'KEEP_HOUR_DAYS', 0, 0, 100_000),
    keepJudgedDays: whole(env, 'KEEP_JUDGED_DAYS', 3_660, 0, 100_000),
    keepForecastDays: whole(env, 'KEEP_FORECAST_DAYS', 400, 0, 100_000),
    maxSampleAgeDays: whole(env, 'MAX_SAMPLE_AGE_DAYS', 400, 1, 100_000),
    ackOffset: flag(env, 'LOGGER_ACK_OFFSET'),
    recentFrameBytes: whole(env, 'RECENT_FRAMES_MB', 64, 0, 100_000) * 1024 * 1024,
    maxConnections: whole(env, 'LOGGER_MAX_CONNECTIONS', 10_000, 1, 1_000_000),
    maxConnectionsPerAddress: whole(env, 'LOGGER_MAX_CONNECTIONS_PER_ADDRESS', 5_000, 1, 1_000_000),
    maxUnprovenPerAddress: whole(env, 'LOGGER_MAX_UNPROVEN_PER_ADDRESS', 200, 1, 1_000_000),
    framesPerMinute: whole(env, 'LOGGER_FRAMES_PER_MINUTE', 600, 10, 10_000_000),
    claimLimits: {
      perPlant: whole(env, 'MAX_LOGGERS_WAITING_PER_PLANT', defaultClaimLimits.perPlant, 1, 100_000),
      perUser: whole(env, 'MAX_LOGGERS_WAITING_PER_PERSON', defaultClaimLimits.perUser, 1, 100_000),
      loggersPerPlant: whole(env, 'MAX_LOGGERS_PER_PLANT', defaultClaimLimits.loggersPerPlant, 1, 1_000_000),
      serialPrefixes: readPrefixes(env.LOGGER_SERIAL_PREFIXES),
    },
  }
}

/** @throws Error for anything but origins with https, separated by commas */
function readOrigins(text = ''): readonly string[] {
  const origins = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith('https://'))
      throw new Error(`TRACKING_ORIGINS must be origins such as https://stats.example.org, not "${origin}"`)
  return origins
}

/** @throws Error for anything but addresses with https */
function readMapScripts(given: Readonly<Record<MapKind, string | undefined>>): MapScripts {
  const named = Object.entries(given).filter(([, address]) => address)
  for (const [kind, address = ''] of named)
    if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
      throw new Error(`The address of the ${kind} script must begin with https://`)
  return Object.fromEntries(named)
}

/** @throws Error for anything but digits, separated by commas */
function readPrefixes(text = ''): readonly string[] {
  const prefixes = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (prefixes.some((one) => !/^\d{1,10}$/.test(one)))
    throw new Error(`LOGGER_SERIAL_PREFIXES must be digits, separated by commas, not "${text}"`)
  return prefixes
}

const port = (env: NodeJS.ProcessEnv, name: string, fallback: number) => whole(env, name, fallback, 0, 65_535)
const flag = (env: NodeJS.ProcessEnv, name: string, fallback = false): boolean => {
  const text = env[name]
  return text === undefined || text === '' ? fallback : ['1', 'true', 'yes'].includes(text.toLowerCase())
}

function whole(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

/** @throws Error where nobody is trusted to say where a logger is */
function readProxyProtocol(env: NodeJS.ProcessEnv): boolean {
  const isOn = flag(env, 'LOGGER_PROXY_PROTOCOL')
  if (isOn && readTrustedProxies(env.TRUST_PROXY).length === 0)
    throw new Error(
      'LOGGER_PROXY_PROTOCOL needs TRUST_PROXY: the addresses of the balancer in front of the logger port',
    )
  return isOn
}

function readLoggerTls(env: NodeJS.ProcessEnv): Config['loggerTls'] {
  const { LOGGER_TLS_CERT: certFile, LOGGER_TLS_KEY: keyFile, LOGGER_TLS_PORT: wanted } = env
  if (!certFile && !keyFile && !wanted) return undefined
  if (!certFile || !keyFile)
    throw new Error('LOGGER_TLS_CERT and LOGGER_TLS_KEY are both needed: the paths of two PEM files')
  return { port: port(env, 'LOGGER_TLS_PORT', 10_443), certFile: resolve(certFile), keyFile: resolve(keyFile) }
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
