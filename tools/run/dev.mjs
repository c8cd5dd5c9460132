// npm run dev: the server from its sources, restarted on change, and the page with hot reload on port 5173.
import { spawn } from 'node:child_process'

const children = [
  spawn('node_modules/.bin/tsx', ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173' },
  }),
  spawn('../../node_modules/.bin/vite', ['--port', '5173'], {
    stdio: 'inherit',
    cwd: 'apps/web',
    env: { ...process.env, HELIOGRAPH_SERVER: `http://localhost:${process.env.PORT ?? 8080}` },
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
