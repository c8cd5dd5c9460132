import { type DataCentre, splitPrefix } from '@heliograph/domain/regions.ts'
import { isApiPath, stripDataCentre } from './paths.ts'

export type CentrePaths = Readonly<{ here: DataCentre; others: readonly Readonly<{ centre: DataCentre }>[] }>

/** The other data center of a request, by its prefix; undefined: this one. */
export function findRelayTarget<C extends CentrePaths>(url: string, dataCenters: C): C['others'][number] | undefined {
  const { centre, path } = splitPrefix(url)
  if (centre === undefined || centre === dataCenters.here || !isApiPath(path)) return undefined
  return dataCenters.others.find((other) => other.centre === centre)
}

/** The URL for the router: without this data center's prefix. A foreign one stays, whether it is known or not. */
export const toRoutedUrl = (url: string, { here }: CentrePaths): string =>
  splitPrefix(url).centre === here ? stripDataCentre(url) : url

/** Neither another data center's call nor one of a data center that is not known here. */
export function isOwnOrPage(url: string, { here }: CentrePaths): boolean {
  const { centre, path } = splitPrefix(url)
  return centre === here || !isApiPath(path)
}

/** Rejects steps out of the requested path, in any spelling. */
export const leavesPath = (url: string): boolean =>
  /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)|[\\]|%5c|%2f/i.test(url.split('?')[0] ?? '')
