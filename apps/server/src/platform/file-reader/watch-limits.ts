import { Worker } from 'node:worker_threads'
import type { ReadingLimits } from './reading-limits.ts'
import { endingSignals } from './reading-process.ts'

const EVERY_MS = 20

/**
 * A thread that ends this process when its task takes too much time or memory, or when the server is gone: the thread
 * that works may be busy for minutes, and a library hangs where no signal of ours is heard.
 */
export function watchLimits({
  memoryBytes,
  processorMs,
}: ReadingLimits): Readonly<{ begin: () => void; end: () => void }> {
  // Microseconds of processor time at the beginning of the task; 0: no task.
  const beganUs = new Float64Array(new SharedArrayBuffer(8))
  const watch = new Worker(WATCH_SOURCE, {
    eval: true,
    execArgv: [],
    workerData: {
      beganUs,
      endingSignals,
      everyMs: EVERY_MS,
      server: process.ppid,
      memoryBytes,
      processorUs: processorMs * 1000,
    },
  })
  watch.unref()
  const usedUs = (): number => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  return {
    begin: () => {
      beganUs[0] = Math.max(1, usedUs())
    },
    end: () => {
      beganUs[0] = 0
    },
  }
}

const WATCH_SOURCE = `
  const { workerData } = require('node:worker_threads')
  const { beganUs, endingSignals, everyMs, server, memoryBytes, processorUs } = workerData
  setInterval(() => {
    if (process.ppid !== server) process.kill(process.pid, 'SIGKILL')
    // Read once: the task may end meanwhile, and all that the process ever used would be held against it.
    const began = beganUs[0]
    if (began === 0) return
    const isFull = process.memoryUsage.rss() > memoryBytes
    const { user, system } = process.cpuUsage()
    const isLate = user + system - began > processorUs
    if (beganUs[0] !== began) return
    if (isFull) process.kill(process.pid, endingSignals.memory)
    if (isLate) process.kill(process.pid, endingSignals.time)
  }, everyMs)`
