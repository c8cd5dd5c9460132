import { toNetwork, toPlace } from '@heliograph/domain/address.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type pg from 'pg'

/** Wrong claims of a network, and when the last of them came. */
type Guessed = Readonly<{ misfits: number; lastMs: number }>

export type Guesses = ReadonlyMap<string, Guessed>

/** So many wrong claims, and for a day no logger is believed at once that was never heard from there. */
const MOST = { network: 10, '/56': 20, '/48': 60 }
/** Networks that are kept: the last ones heard. */
const KEPT = 100_000
/** The table is trimmed after so many new rows, not with each. */
const TRIM_AFTER = 1_000

/** The networks in which an address is counted: its own, and those of which one customer may have all. */
export function networksOf(address: string): readonly string[] {
  const place = toPlace(address)
  if (place === undefined) return [address.slice(0, 64)]
  if (!place.endsWith('/64')) return [place]
  return [place, toNetwork(address, 56), toNetwork(address, 48)]
}

const mostOf = (network: string): number =>
  network.endsWith('/48') ? MOST['/48'] : network.endsWith('/56') ? MOST['/56'] : MOST.network

export const isTriedOut = (guesses: Guesses, networks: readonly string[], nowMs: number): boolean =>
  networks.some((network) => {
    const guessed = guesses.get(network)
    return guessed !== undefined && nowMs - guessed.lastMs < DAY_MS && guessed.misfits >= mostOf(network)
  })

/** The counts after one more wrong claim from there. */
export function addGuess(guesses: Map<string, Guessed>, networks: readonly string[], nowMs: number): void {
  for (const network of networks) {
    const before = guesses.get(network)
    const misfits = before === undefined || nowMs - before.lastMs >= DAY_MS ? 0 : before.misfits
    guesses.set(network, { misfits: misfits + 1, lastMs: nowMs })
  }
}

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>

export async function readGuesses(client: Client, networks: readonly string[]): Promise<Guesses> {
  const { rows } = await client.query<{ network: string; misfits: number; last_at: Date }>(
    'select network, misfits, last_at from logger_guesses where network = any($1::text[])',
    [networks],
  )
  return new Map(rows.map(({ network, misfits, last_at: at }) => [network, { misfits, lastMs: at.getTime() }]))
}

/** Keeps the counts of wrong claims over restarts, and no more of them than `KEPT`. */
export function createGuessBook() {
  let added = TRIM_AFTER
  return {
    /** @param misfits the wrong claims of this batch by network */
    write: async (client: Client, misfits: ReadonlyMap<string, number>, nowMs: number): Promise<void> => {
      if (misfits.size === 0) return
      // In one order everywhere, or two nodes could deadlock.
      const rows = [...misfits].sort(([a], [b]) => (a < b ? -1 : 1))
      const now = new Date(nowMs).toISOString()
      await client.query(
        `insert into logger_guesses as g (network, misfits, last_at)
         select network, misfits, $3 from unnest($1::text[], $2::int[]) as e (network, misfits)
         on conflict (network) do update set last_at = greatest(g.last_at, excluded.last_at),
           misfits = excluded.misfits + case when g.last_at > excluded.last_at - interval '1 day' then g.misfits else 0 end`,
        [rows.map(([network]) => network), rows.map(([, count]) => count), now],
      )
      added += rows.length
      if (added < TRIM_AFTER) return
      added = 0
      await client.query(
        `delete from logger_guesses where last_at < greatest($1::timestamptz - interval '1 day',
           (select last_at from logger_guesses order by last_at desc offset $2 limit 1))`,
        [now, KEPT],
      )
    },
  }
}

/** Addresses are kept for no longer than they are needed. @returns how many networks were forgotten */
export async function forgetGuesses(client: Client, nowMs: number): Promise<number> {
  const text = "delete from logger_guesses where last_at < $1::timestamptz - interval '1 day'"
  const { rowCount } = await client.query(text, [new Date(nowMs).toISOString()])
  return rowCount ?? 0
}
