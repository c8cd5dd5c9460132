// npm start: one process serves page, calls and loggers on the embedded store (or DATABASE_URL).
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildAll } from './build.mjs'

await buildAll()
process.env.WEB_DIR ??= fileURLToPath(new URL('../../apps/web/dist', import.meta.url))
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))).href)
