import { type DataCenter, splitPrefix } from '@heliograph/domain/regions.ts'
import { isApiPath, stripDataCenter } from './paths.ts'

export type CenterPaths = Readonly<{ here: DataCenter; others: readonly Readonly<{ center: DataCenter }>[] }>

/** The other data center of a request, by its prefix; undefined: this one. */
export function findRelayTarget<C extends CenterPaths>(url: string, dataCenters: C): C['others'][number] | undefined {
  const { center, path } = splitPrefix(url)
  if (center === undefined || center === dataCenters.here || !isApiPath(path)) return undefined
  return dataCenters.others.find((other) => other.center === center)
}

/**
 * The URL for the router: without this data center's prefix. A foreign one stays, whether it is known or not. A client
 * of the SOLARMAN OpenAPI begins its paths with two slashes.
 */
export const toRoutedUrl = (url: string, { here }: CenterPaths): string => {
  const single = /^\/{2,}(?:account|station|device)\/v1\.0\//.test(url) ? url.replace(/^\/+/, '/') : url
  return splitPrefix(single).center === here ? stripDataCenter(single) : single
}

/** Neither another data center's call nor one of a data center that is not known here. */
export function isOwnOrPage(url: string, { here }: CenterPaths): boolean {
  const { center, path } = splitPrefix(url)
  return center === here || !isApiPath(path)
}

/** Rejects steps out of the requested path, in any spelling. */
export const leavesPath = (url: string): boolean =>
  /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)|[\\]|%5c|%2f/i.test(url.split('?')[0] ?? '')
