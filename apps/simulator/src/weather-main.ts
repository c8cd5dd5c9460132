import { parseArgs } from 'node:util'
import { createWeatherServer } from './weather-server.ts'

const { values: args } = parseArgs({
  options: { port: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
if (!args.port) throw new Error('Usage: --port PORT [--seed N]')
const server = createWeatherServer({ seed: Number(args.seed), now: () => Date.now() })
// Only for the server beside it.
server.listen(Number(args.port), '127.0.0.1')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
