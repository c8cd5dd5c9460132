import { describe, expect, it } from 'vitest'
import { readConfig, readSettings } from './config.ts'
import { misspelledSettings, renderSettings, settings } from './settings-table.ts'

/** Environments in which every part of the configuration is read. */
const environments: readonly Readonly<Record<string, string>>[] = [
  {},
  {
    LOGGER_PUBLIC_PORT: '10001',
    LOGGER_TLS_CERT: 'cert.pem',
    LOGGER_TLS_KEY: 'key.pem',
    MQTT_TLS_CERT: 'cert.pem',
    MQTT_TLS_KEY: 'key.pem',
    HELIOGRAPH_DEMO_PASSWORD: 'Look-at-the-sun',
    SMS_GATEWAY_URL: 'https://sms.example/{to}/{text}',
    TELEGRAM_BOT_TOKEN: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    WEATHER_PROVIDER: 'open-meteo',
    WECHAT_APP_ID: 'wx',
    WECHAT_APP_SECRET: 'secret',
    QQ_APP_ID: 'qq',
    QQ_APP_SECRET: 'secret',
    THIRD_PARTY_HOUSE_ISSUER: 'https://id.example',
    THIRD_PARTY_HOUSE_CLIENT_ID: 'client',
    HOME_ASSISTANT_SUPERVISOR: '172.30.32.2',
    SUPERVISOR_TOKEN: 'token',
    DATA_CENTER_CHINA_URL: 'https://cn.example',
    DATA_CENTER_SECRET: 'q7hG2kP9vLx4Zt8RbN3mWc6YsD1fJ5uE',
  },
  {
    DATA_CENTER: 'CHINA',
    DATA_CENTER_FOREIGN_1_URL: 'https://eu.example',
    DATA_CENTER_SECRET: 'q7hG2kP9vLx4Zt8RbN3mWc6YsD1fJ5uE',
    SMS_TWILIO_ACCOUNT: 'account',
    SMS_TWILIO_TOKEN: 'token',
    SMS_TWILIO_FROM: '+15550100',
  },
]

/** The names that the configuration reads in an environment. */
function namesRead(environment: Readonly<Record<string, string>>): readonly string[] {
  const names = new Set<string>()
  const watched = new Proxy<NodeJS.ProcessEnv>(
    { ...environment },
    {
      get: (env, name) => {
        names.add(String(name))
        return env[String(name)]
      },
    },
  )
  readSettings(watched)
  return [...names]
}

const toListed = (name: string): string => name.replace(/^THIRD_PARTY_HOUSE_/, 'THIRD_PARTY_<ID>_')

describe('the list of settings', () => {
  it('names exactly what the configuration reads', () => {
    const read = new Set(environments.flatMap(namesRead).map(toListed))
    expect([...read].sort()).toEqual(settings.map(({ name }) => name).sort())
  })

  it('states the number that holds without a setting', () => {
    for (const { name, fallback } of settings)
      if (typeof fallback === 'number')
        expect(toPlain(readAll({ [name]: String(fallback) })), name).toEqual(toPlain(readAll({})))
  })

  it('states the bounds that the configuration holds', () => {
    for (const { name, from, to } of settings) {
      if (from === undefined || to === undefined) continue
      for (const value of [from - 1, to + 1])
        expect(() => readAll({ [name]: String(value) }), name).toThrow(
          `${name} must be a whole number from ${from} to ${to}`,
        )
    }
  })

  it('makes docs/settings.md', async () => {
    await expect(renderSettings()).toMatchFileSnapshot('../../../docs/settings.md')
  })
})

/** The port of encrypting loggers is read where there are two files. */
const readAll = (env: Readonly<Record<string, string>>) =>
  readConfig({
    LOGGER_TLS_CERT: 'cert.pem',
    LOGGER_TLS_KEY: 'key.pem',
    MQTT_TLS_CERT: 'cert.pem',
    MQTT_TLS_KEY: 'key.pem',
    ...env,
  })

/** Functions are left out. */
const toPlain = (config: object): unknown => JSON.parse(JSON.stringify(config))

describe('misspelled settings', () => {
  it.each([
    ['LOGGER_PROT', 'LOGGER_PORT'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['KEEP_SAMPLES_DAYS', 'KEEP_SAMPLE_DAYS'],
    ['DATABASE_UR', 'DATABASE_URL'],
    ['SMTP_URI', 'SMTP_URL'],
  ])('%s is nearly %s', (name, meant) => {
    expect(misspelledSettings({ [name]: 'x' })).toEqual([{ name, meant }])
  })
  it('are neither settings, nor their files, nor the names of other programs', () => {
    const env = {
      HOST: 'x',
      SMTP_URL_FILE: 'x',
      DATA_CENTRE: 'x',
      PATH: 'x',
      HOSTNAME: 'x',
      LANG: 'x',
      HOME: 'x',
      PORTS: 'x',
    }
    expect(misspelledSettings(env)).toEqual([])
  })
})
