import { randomBytes } from 'node:crypto'
import { chownSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type ClusterConnection, clientOf } from './cluster-connection.ts'
import { APPLICATION_ROLE } from './cluster-role.ts'
import { ownUserName, type RunAs } from './run-as.ts'

/** Roles that may connect: before the server starts, the superuser alone; once it is prepared, the application. */
type Phase = 'preparing' | 'serving'

const MAP = 'heliograph'
const RELOAD_WITHIN_MS = 20_000

/**
 * Rewrites the access rules, so that an old cluster gets those of a newer Heliograph: no one is trusted, and the only
 * entrance is the socket.
 */
export function writeAccessRules(clusterDir: string, superuser: string, runAs: RunAs, phase: Phase): void {
  const rules =
    phase === 'preparing'
      ? [`local all ${superuser} peer map=${MAP}`]
      : [`local all ${APPLICATION_ROLE} peer map=${MAP}`, `local all ${superuser} scram-sha-256`]
  const roles = phase === 'preparing' ? [superuser] : [APPLICATION_ROLE]
  // The client's user, as the system or the server's user namespace names it, and the server's own.
  const users = new Set([ownUserName(), runAs.userName].filter(Boolean))
  const people = [...users].flatMap((user) => roles.map((role) => `${MAP} "${user}" ${role}`))
  write(clusterDir, 'pg_hba.conf', rules, runAs)
  write(clusterDir, 'pg_ident.conf', people, runAs)
}

/**
 * Closes the superuser's entrance when all is prepared: from now on it takes a password that only this process has, in
 * its memory. The application's role shares the user of the system, which therefore proves nothing about the superuser.
 * @param administrator who may still enter without a password @returns the same with its password
 */
export async function closeSuperuserEntrance(
  administrator: ClusterConnection,
  clusterDir: string,
  runAs: RunAs,
): Promise<ClusterConnection> {
  const password = randomBytes(32).toString('base64url')
  const client = await clientOf({ ...administrator, database: 'postgres' })
  try {
    // Otherwise the server's log keeps the password of a statement that is slow or fails.
    await client.query(
      "set log_statement = 'none'; set log_min_duration_statement = -1; set log_min_error_statement = 'panic'; set password_encryption = 'scram-sha-256'",
    )
    await client.query(
      `alter role ${client.escapeIdentifier(administrator.user)} password ${client.escapeLiteral(password)}`,
    )
    writeAccessRules(clusterDir, administrator.user, runAs, 'serving')
    await reload(client)
  } finally {
    await client.end()
  }
  return { ...administrator, password }
}

/** Returns when new connections are judged by the new rules. */
async function reload(client: pg.Client): Promise<void> {
  const loadedAt = async (): Promise<string | undefined> =>
    (await client.query<{ at: string }>('select pg_conf_load_time()::text as at')).rows[0]?.at
  const before = await loadedAt()
  await client.query('select pg_reload_conf()')
  for (const giveUpAt = performance.now() + RELOAD_WITHIN_MS; (await loadedAt()) === before; ) {
    if (performance.now() > giveUpAt) throw new Error('PostgreSQL did not read its access rules (pg_hba.conf) in time.')
    await delay(5)
  }
}

function write(clusterDir: string, name: string, lines: readonly string[], runAs: RunAs): void {
  const path = join(clusterDir, name)
  const text = ['# Written by Heliograph at every start.', ...lines, ''].join('\n')
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  chownSync(`${path}.new`, runAs.uid, runAs.gid)
  renameSync(`${path}.new`, path)
}
