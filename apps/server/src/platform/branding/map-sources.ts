import { type MapKind, mapOrigins } from '@heliograph/domain/brand/map-origins.ts'
import type { Db } from '../db/database.ts'
import { readBrand, type Visited } from './brand-book.ts'

/** The maps that a visitor's page may use: by the brand's key, or by the server's own. */
export async function findMaps(
  db: Db,
  visited: Visited,
  served: readonly MapKind[],
): Promise<readonly Readonly<{ type: MapKind; key: string }>[]> {
  const { apiKeys } = await readBrand(db, visited)
  return (Object.keys(mapOrigins) as MapKind[]).flatMap((type) => {
    const key = apiKeys.find((apiKey) => apiKey.type === type)?.key ?? (served.includes(type) ? '' : undefined)
    return key === undefined ? [] : [{ type, key }]
  })
}
