import { type Config, readConfig } from './config.ts'
import { runDistribute } from './distribute-command.ts'
import { exitCodes, StartRefusal } from './platform/db/start-refusal.ts'
import { startServer } from './server.ts'

/** Work that still hangs then is left behind; supervisors kill after ten seconds. */
const GRACE_MS = 9_000

function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw new StartRefusal(error instanceof Error ? error.message : String(error))
  }
}

/** Starts the server and ends it in order on a signal; the exit code says whether starting it again may help. */
async function serve(): Promise<void> {
  const server = await startServer(readSettings(), {
    onDeath: () => process.exit(exitCodes.failed),
  })
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), GRACE_MS).unref()
      server.close().then(
        () => process.exit(0),
        () => process.exit(exitCodes.failed),
      )
    })
}

const [command, ...flags] = process.argv.slice(2)
try {
  if (command === 'distribute') await runDistribute(readSettings(), flags)
  else await serve()
} catch (error) {
  const failed = command === 'distribute' ? 'could not distribute the database' : 'could not start'
  process.stderr.write(`Heliograph ${failed}: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof StartRefusal ? exitCodes.refused : exitCodes.failed)
}
