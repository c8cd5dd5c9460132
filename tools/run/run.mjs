import { spawn } from 'node:child_process'

/** Runs a command in the repository with inherited output; resolves to its exit code and, when asked, what it printed. */
export function run(command, args, { capture = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    let out = ''
    child.stdout?.on('data', (chunk) => {
      out += chunk
      process.stdout.write(chunk)
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, out }))
  })
}
