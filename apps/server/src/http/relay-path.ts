import { type DataCentre, splitPrefix } from '@heliograph/domain/regions.ts'
import { isApiPath, stripDataCentre } from './paths.ts'

export type CentrePaths = Readonly<{ here: DataCentre; others: readonly Readonly<{ centre: DataCentre }>[] }>

/** The other centre that a request is for, by its prefix; undefined: it is for this one. */
export function relayedTo<C extends CentrePaths>(url: string, dataCenters: C): C['others'][number] | undefined {
  const { centre, path } = splitPrefix(url)
  if (centre === undefined || centre === dataCenters.here || !isApiPath(path)) return undefined
  return dataCenters.others.find((other) => other.centre === centre)
}

/** What the router sees: a prefix stays where it leads elsewhere, or names the router's own work would do in its place. */
export const toRoutedUrl = (url: string, dataCenters: CentrePaths): string =>
  relayedTo(url, dataCenters) === undefined ? stripDataCentre(url) : url

/** Steps out of the path that was asked for, in any spelling. */
export const leavesPath = (url: string): boolean =>
  /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)|[\\]|%5c|%2f/i.test(url.split('?')[0] ?? '')
