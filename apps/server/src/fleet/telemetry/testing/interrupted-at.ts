import type { PoolClient } from 'pg'
import type { Db } from '../../../platform/db/database.ts'

/** A database that does something before its nth statement of that beginning; an error there is the statement's. */
export function interruptedAt(db: Db, beginning: string, nth: number, act: () => Promise<unknown>): Db {
  let seen = 0
  const wrap = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        if (name !== 'query') return value.bind(target)
        return (...args: unknown[]) => {
          const ask = () => Reflect.apply(value, target, args) as unknown
          return String(args[0]).startsWith(beginning) && ++seen === nth ? act().then(ask) : ask()
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

/** The same, as if the process were killed there. */
export const killedAfter = (db: Db, beginning: string, nth: number): Db =>
  interruptedAt(db, beginning, nth, () => Promise.reject(new Error('killed')))
