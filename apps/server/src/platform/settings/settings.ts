/** Reads numbers and switches from the environment; each room checks its own settings with them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** @throws Error for anything but a whole number within the bounds */
export function readWhole(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

/** @throws Error for anything but a port */
export const readPort = (env: Environment, name: string, fallback: number): number =>
  readWhole(env, name, fallback, 0, 65_535)

export function readFlag(env: Environment, name: string, fallback = false): boolean {
  const text = env[name]
  return text === undefined || text === '' ? fallback : ['1', 'true', 'yes'].includes(text.toLowerCase())
}
