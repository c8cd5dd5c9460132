import { readConfig } from './config.ts'
import { startServer } from './server.ts'

/** Whatever still hangs then is left behind; supervisors kill after ten seconds. */
const GRACE_MS = 9_000

/** Starts the server and ends it in order on a signal; the exit code is non-zero when the server cannot run. */
try {
  const server = await startServer(readConfig(process.env), {
    onDeath: () => process.exit(1),
  })
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), GRACE_MS).unref()
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
} catch (error) {
  process.stderr.write(`Heliograph could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
