import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { withFormerSettings } from './former-settings.ts'
import { backUp, type Restored, restore, upgradeCluster, verify } from './platform/backup/backup.ts'
import { exitCodes } from './platform/db/start-refusal.ts'
import { readStore } from './read-store.ts'
import { withSecretFiles } from './secret-files.ts'

/* Commands for the database of an installation: `backup [--verify] [file]`, `restore [--verify] <file>`, `upgrade [folder]`. */

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const count = (value: number): string => value.toLocaleString('en-US')

/** npm changes the folder; a file is meant where the command was typed. */
const toPath = (file: string): string => resolve(process.env.INIT_CWD ?? '.', file)

const sizeOf = (file: string): string => {
  const { size } = statSync(file)
  return size < 10_000_000 ? `${count(Math.ceil(size / 1000))} kB` : `${count(Math.round(size / 1_000_000))} MB`
}

const rowsOf = ({ tables }: Restored['sums']): string => {
  const all = Object.values(tables)
  return `${count(all.length)} tables with ${count(all.reduce((sum, { rows }) => sum + rows, 0))} rows`
}

const describeRestored = ({ head, sums }: Restored): string =>
  `${rowsOf(sums)}, made ${head.madeAt} at migration ${head.migrations.length} of PostgreSQL ${head.server}`

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { verify: { type: 'boolean' } }, allowPositionals: true })
  const [command, file] = positionals
  const env = withSecretFiles(withFormerSettings(process.env))
  const store = readStore(env)
  const log = pino({ level: env.LOG_LEVEL ?? 'warn' }, pino.destination(2))
  if (command === 'backup') {
    const to = toPath(file ?? `heliograph-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`)
    const sums = await backUp(store, to, log)
    say(`Backup: ${rowsOf(sums)}, ${sizeOf(to)}, in ${to}`)
    if (store.backupPassphrase === undefined)
      say('It holds the secret key as it is: keep it like a password, or set BACKUP_PASSPHRASE.')
    if (values.verify)
      say(
        `Verified: restored elsewhere and compared: ${describeRestored(await verify(to, store.backupPassphrase, log))}`,
      )
  } else if (command === 'restore' && file !== undefined) {
    if (values.verify)
      say(
        `Verified: restored elsewhere and compared: ${describeRestored(await verify(toPath(file), store.backupPassphrase, log))}`,
      )
    else
      say(`Restored and compared: ${describeRestored(await restore(store, toPath(file), log))}. Start Heliograph now.`)
  } else if (command === 'upgrade') {
    const { from, to, sums, kept } = await upgradeCluster(store, file === undefined ? undefined : toPath(file), log)
    say(`Upgraded from PostgreSQL ${from} to ${to}, and compared: ${rowsOf(sums)}.`)
    say(`Start Heliograph now. The older database stays in ${kept}: remove it when all is well.`)
  } else throw new Error('npm run backup [-- --verify] [file], or npm run restore [-- --verify] <file>')
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = exitCodes.failed
}
