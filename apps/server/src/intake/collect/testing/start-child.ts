import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ChildHello, ChildOptions } from './collect-child.ts'

export type CollectChild = ChildHello & Readonly<{ child: ChildProcess; ask: () => Promise<Usage> }>
export type Usage = Readonly<{ stored: number; cpuUs: NodeJS.CpuUsage; rssBytes: number }>
export type StoredLine = Readonly<{ serial: string; atMs: number; totalWh: number }>

/** Starts the process of `collect-child.ts`. @param onStored called for each reading whose commit it told */
export async function startCollectChild(
  options: ChildOptions,
  onStored: (line: StoredLine) => void = () => {},
): Promise<CollectChild> {
  const script = new URL('./collect-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const asked: ((usage: Usage) => void)[] = []
  const hello = await new Promise<ChildHello>((resolve, reject) => {
    child.once('close', () => reject(new Error('the process ended before it was ready')))
    lines.on('line', (text) => {
      let line: object
      try {
        line = JSON.parse(text) as object
      } catch {
        // Cut off by a kill.
        return
      }
      if ('mqttPort' in line) resolve(line as ChildHello)
      else if ('cpuUs' in line) asked.shift()?.(line as Usage)
      else onStored(line as StoredLine)
    })
  })
  const ask = (): Promise<Usage> =>
    new Promise((resolve) => {
      asked.push(resolve)
      child.stdin?.write('\n')
    })
  return { ...hello, child, ask }
}

export async function stopCollectChild({ child }: Pick<CollectChild, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'close')
}
