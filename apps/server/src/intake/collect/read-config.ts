import type { PortRange } from '@heliograph/collect/reach/device-gate.ts'
import { type NetworkList, readNetworks } from '@heliograph/collect/reach/networks.ts'
import { readWhole } from '../../platform/settings/settings.ts'

export type CollectConfig = Readonly<{
  /** Where devices may be. Empty: nothing is polled. */
  networks: NetworkList
  /** Ports of this machine that may be polled: for trials on one machine. */
  loopbackPorts: readonly PortRange[]
  /** One reading of this time is stored of each device, unless its target says otherwise. */
  storeSeconds: number
}>

/** @throws Error naming the setting */
export const readCollectConfig = (env: NodeJS.ProcessEnv): CollectConfig => ({
  networks: readNetworks(env.DEVICE_NETWORKS, 'DEVICE_NETWORKS'),
  loopbackPorts: readRanges(env.DEVICE_LOOPBACK_PORTS),
  storeSeconds: readWhole(env, 'STORE_SECONDS', 60, 10, 300),
})

function readRanges(text = ''): readonly PortRange[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? []
      const range = { from: Number(from), to: Number(to) }
      if (from === '' || range.from < 1 || range.to > 65_535 || range.from > range.to)
        throw new Error(`DEVICE_LOOPBACK_PORTS must list ports or ranges such as 5020,6000-6010, not "${part}"`)
      return range
    })
}
