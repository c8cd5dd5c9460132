import { readConfig } from './config.ts'
import { startServer } from './server.ts'

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
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
} catch (error) {
  process.stderr.write(`Heliograph could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
