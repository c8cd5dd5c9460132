import { readFileSync } from 'node:fs'
import { settings } from './settings-table.ts'

/** The environment, with `X` read from the file that `X_FILE` names. @throws Error naming the variable, never its value */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read: Record<string, string> = {}
  for (const { name, isSecret } of settings) {
    if (!isSecret) continue
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
