import { type NetworkList, readNetworks } from '@heliograph/collect/reach/networks.ts'
import { type PortRange, readPortRanges } from '@heliograph/collect/reach/port-ranges.ts'
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
  loopbackPorts: readPortRanges(env.DEVICE_LOOPBACK_PORTS, 'DEVICE_LOOPBACK_PORTS'),
  storeSeconds: readWhole(env, 'STORE_SECONDS', 60, 10, 300),
})
