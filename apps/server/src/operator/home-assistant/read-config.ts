import { isIP } from 'node:net'
import type { Environment } from '../../platform/settings/settings.ts'

/** The Supervisor of Home Assistant whose add-on this server is. */
export type SupervisorConfig = Readonly<{
  /** From there requests through the ingress are believed, and there its API is asked. */
  address: string
  port: number
  token: string
}>

/** undefined: this server is no add-on. @throws Error naming the setting */
export function readSupervisorConfig(env: Environment): SupervisorConfig | undefined {
  const text = env.HOME_ASSISTANT_SUPERVISOR
  if (!text) return undefined
  // One address and no network: whoever connects from there says who a person is.
  const [, address = '', port = '80'] = /^([\d.]{7,15})(?::(\d{1,5}))?$/.exec(text) ?? []
  if (isIP(address) !== 4 || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(`HOME_ASSISTANT_SUPERVISOR must be an IPv4 address such as 172.30.32.2, not "${text}"`)
  const token = env.SUPERVISOR_TOKEN ?? ''
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new Error('SUPERVISOR_TOKEN is missing')
  return { address, port: Number(port), token }
}
