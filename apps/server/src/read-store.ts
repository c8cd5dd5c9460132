import { join, resolve } from 'node:path'
import type { Store } from './platform/backup/backup.ts'
import type { Environment } from './platform/settings/settings.ts'

/** The places where an installation keeps things, for the server and the commands for its database. */
export function readStore(env: Environment): Store {
  const dataDir = resolve(env.DATA_DIR ?? './data')
  return {
    dataDir,
    databaseUrl: env.DATABASE_URL || undefined,
    secretKeyFile: resolve(env.SECRET_KEY_FILE || join(dataDir, 'secret.key')),
    backupPassphrase: env.BACKUP_PASSPHRASE || undefined,
  }
}
