import { createSocket } from 'node:dgram'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { findSticks } from './find-sticks.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})
const signal = new AbortController().signal

/** A stick that answers one of the questions. @returns its port and the questions that came */
async function openStick(question: string, answers: readonly string[]) {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (bytes, { address, port }) => {
    questions.push(bytes.toString())
    if (bytes.toString() === question) for (const answer of answers) socket.send(answer, port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  undo.push(() => socket.close())
  return { port: socket.address().port, questions }
}
const find = (port: number, isAllowed = true) =>
  findSticks({
    addresses: ['127.0.0.1'],
    isAllowed: () => isAllowed,
    // The answer has time to come.
    clock: { ...systemClock, after: (_, run) => systemClock.after(150, run) },
    signal,
    port,
  })
const MINE = { address: '127.0.0.1', mac: '34EAE7233445', serial: '1712345678' }

it.each(['WIFIKIT-214028-READ', 'HF-A11ASSISTHREAD'])('a stick that knows %s is found once', async (question) => {
  const { port } = await openStick(question, ['127.0.0.1,34EAE7233445,1712345678'])
  expect(await find(port)).toEqual([MINE])
})

it('an answer that names another address counts for nothing, nor does noise', async () => {
  const { port, questions } = await openStick('HF-A11ASSISTHREAD', ['192.168.1.9,34EAE7233445,1712345678', '+ok'])
  expect(await find(port)).toEqual([])
  expect(questions).toContain('HF-A11ASSISTHREAD')
})

it('a stick where none may be is left out', async () => {
  const { port } = await openStick('HF-A11ASSISTHREAD', ['127.0.0.1,34EAE7233445,1712345678'])
  expect(await find(port, false)).toEqual([])
})
