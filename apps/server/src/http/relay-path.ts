import { type DataCentre, splitPrefix } from '@heliograph/domain/regions.ts'
import { isApiPath, stripDataCentre } from './paths.ts'

export type CentrePaths = Readonly<{ here: DataCentre; others: readonly Readonly<{ centre: DataCentre }>[] }>

/** The other data center of a request, by its prefix; undefined: this one. */
export function findRelayTarget<C extends CentrePaths>(url: string, dataCenters: C): C['others'][number] | undefined {
  const { centre, path } = splitPrefix(url)
  if (centre === undefined || centre === dataCenters.here || !isApiPath(path)) return undefined
  return dataCenters.others.find((other) => other.centre === centre)
}

/** The URL for the router. A foreign prefix stays, and so does one in front of the router's own paths. */
export const toRoutedUrl = (url: string, dataCenters: CentrePaths): string =>
  findRelayTarget(url, dataCenters) === undefined ? stripDataCentre(url) : url

/** Rejects steps out of the requested path, in any spelling. */
export const leavesPath = (url: string): boolean =>
  /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)|[\\]|%5c|%2f/i.test(url.split('?')[0] ?? '')
