import { once } from 'node:events'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { startCluster } from '../db/cluster.ts'
import { openDatabase } from '../db/database.ts'
import type { Log } from '../db/log.ts'
import { isDiskFull } from '../db/outage.ts'
import { keepSecretKey, readSecretKey } from '../secret-key/secret-key.ts'
import { readKeyId } from './catalog.ts'
import type { Sums } from './parts.ts'
import { type Restored, restoreBackup } from './restore-backup.ts'
import { clusterFolder, openStore, type Store } from './store.ts'
import { writeBackup } from './write-backup.ts'

export type { Restored } from './restore-backup.ts'
export type { Store } from './store.ts'
export { upgradeCluster } from './upgrade-cluster.ts'

/**
 * Writes everything that an installation stores into one file, while its server runs or not. The file gets its name
 * when it is whole.
 * @throws Error a sentence for the operator
 */
export async function backUp(store: Store, file: string, log: Log): Promise<Sums> {
  if (existsSync(file)) throw new Error(`${file} exists already: a backup replaces no other one.`)
  if (store.databaseUrl === undefined && !existsSync(clusterFolder(store)))
    throw new Error(`There is no database in ${store.dataDir} (DATA_DIR).`)
  const keyText = readText(store.secretKeyFile)
  if (keyText === undefined) throw new Error(`The secret key ${store.secretKeyFile} is missing (SECRET_KEY_FILE).`)
  const { db, close } = await openStore(store, log)
  const client = new pg.Client(db.clientConfig)
  client.on('error', () => {})
  const draft = `${file}.part`
  try {
    await client.connect()
    let sums: Sums | undefined
    const archive = writeBackup(
      {
        client,
        keyText,
        passphrase: store.backupPassphrase,
        settings: readText(join(store.dataDir, 'postgres.conf')),
        nowMs: Date.now(),
      },
      (found) => {
        sums = found
      },
    )
    await pipeline(archive, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }))
    renameSync(draft, file)
    await flushFolder(dirname(file))
    return sums as Sums
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new Error(`${path} exists: another backup is being written, or one was ended. Remove it.`)
    rmSync(draft, { force: true })
    if (code === 'ENOSPC') throw new Error(`There is no space for the backup at ${file}: what was written is removed.`)
    if (code === 'ENOENT' || code === 'EACCES') throw new Error(`The backup cannot be written to ${file} (${code}).`)
    throw error
  } finally {
    await client.end()
    await close()
  }
}

/** So that a power cut does not take the new name back. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Restores a file into an empty installation.
 * @throws Error a sentence for the operator; the installation is as empty as before
 */
export async function restore(store: Store, file: string, log: Log): Promise<Restored> {
  const archive = await openFile(file)
  const isNew = store.databaseUrl === undefined && !existsSync(clusterFolder(store))
  try {
    const { db, close } = await openStore(store, log)
    try {
      return await restoreBackup({
        db,
        archive,
        passphrase: store.backupPassphrase,
        log,
        onFiles: ({ keyText, settings }) => {
          keepSecretKey(store.secretKeyFile, keyText)
          const path = join(store.dataDir, 'postgres.conf')
          if (settings !== undefined && !existsSync(path)) writeFileSync(path, settings, { mode: 0o600 })
        },
      })
    } finally {
      await close()
    }
  } catch (error) {
    archive.destroy()
    if (isNew) rmSync(clusterFolder(store), { recursive: true, force: true })
    throw error
  }
}

/**
 * Restores a file into a PostgreSQL of its own in a folder for temporary files, which compares each table with its sum,
 * and tries the key.
 * @throws Error a sentence for the operator
 */
export async function verify(file: string, passphrase: string | undefined, log: Log): Promise<Restored> {
  const archive = await openFile(file)
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-verify-'))
  try {
    const cluster = await startCluster({ dataDir, log, settings: { fsync: 'off', synchronous_commit: 'off' } })
    try {
      const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log })
      try {
        let keyId = ''
        const onFiles = ({ keyText }: { keyText: string }): void => {
          keyId = readSecretKey(keyText, 'the backup').id
        }
        const restored = await restoreBackup({ db, archive, passphrase, log, onFiles })
        const client = await db.pool.connect()
        const sealedWith = await readKeyId(client).finally(() => client.release())
        if (sealedWith !== undefined && sealedWith !== keyId)
          throw new Error(`The backup holds the key ${keyId}, but its secrets are sealed with ${sealedWith}.`)
        return restored
      } finally {
        await db.close()
      }
    } finally {
      await cluster.stop()
    }
  } catch (error) {
    if (isDiskFull(error)) throw new Error(`There is no space to verify the backup in ${tmpdir()}: set TMPDIR.`)
    throw error
  } finally {
    archive.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openFile(file: string) {
  const archive = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    await once(archive, 'open')
  } catch (error) {
    throw new Error(`The backup ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  return archive
}
