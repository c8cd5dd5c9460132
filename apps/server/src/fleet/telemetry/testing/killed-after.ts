import type { PoolClient } from 'pg'
import type { Db } from '../../../platform/db/database.ts'

/**
 * A database whose connection fails before the nth statement of that beginning, as if the process were killed there.
 */
export function killedAfter(db: Db, beginning: string, nth: number): Db {
  let seen = 0
  const wrap = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        if (name !== 'query') return value.bind(target)
        return (...args: unknown[]) => {
          if (String(args[0]).startsWith(beginning) && ++seen === nth) return Promise.reject(new Error('killed'))
          return Reflect.apply(value, target, args) as unknown
        }
      },
    })
  const pool = new Proxy(db.pool, {
    get(target, name) {
      if (name === 'connect') return async () => wrap(await target.connect())
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...db, pool }
}
