import { readFileSync } from 'node:fs'

/** Settings that hold a secret: each may come from a file instead, as containers hand secrets over. */
const secrets = [
  'DATABASE_URL',
  'SMTP_URL',
  'DATA_CENTER_SECRET',
  'SMS_TWILIO_TOKEN',
  'SMS_GATEWAY_URL',
  'SMS_GATEWAY_HEADERS',
  'METRICS_TOKEN',
  'WEATHER_KEY',
  'HELIOGRAPH_DEMO_PASSWORD',
] as const

/** The environment, with `X` read from the file that `X_FILE` names. @throws Error naming the variable, never its value */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read: Record<string, string> = {}
  for (const name of secrets) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new Error(`${name} and ${name}_FILE exclude each other`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw new Error(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { ...env, ...read }
}
