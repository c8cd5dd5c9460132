import { connect, createServer, type Socket } from 'node:net'

/** A line between an agent and its server that breaks: in the middle of a request or of its reply, and for a while. */
export type CutLink = Readonly<{
  port: number
  cuts: () => number
  /** It holds until now, or from now on. */
  setBreaking: (isBreaking: boolean) => void
  close: () => Promise<void>
}>

/** @param options.dice a number below its argument; what breaks when follows from it */
export async function openCutLink(
  options: Readonly<{ serverPort: () => number; dice: (max: number) => number }>,
): Promise<CutLink> {
  const { serverPort, dice } = options
  const open = new Set<Socket>()
  let cuts = 0
  let isMended = true
  let brokenUntilMs = 0
  const server = createServer((agent) => {
    if (!isMended && performance.now() < brokenUntilMs) return agent.destroy()
    const up = connect(serverPort(), '127.0.0.1')
    // Every fourth connection ends after so many bytes of one of its directions.
    const most = !isMended && dice(4) === 0 ? dice(6_000) : Number.POSITIVE_INFINITY
    const isReply = dice(2) === 0
    let passed = 0
    const end = (): void => {
      agent.destroy()
      up.destroy()
      open.delete(agent)
      open.delete(up)
    }
    const cut = (): void => {
      cuts += 1
      brokenUntilMs = performance.now() + dice(400)
      end()
    }
    for (const [from, to] of [
      [agent, up],
      [up, agent],
    ] as const) {
      open.add(from)
      from.on('error', end)
      from.on('close', end)
      from.on('data', (bytes) => {
        const isCounted = (from === up) === isReply
        if (isCounted && !isMended && passed + bytes.length > most) {
          to.write(bytes.subarray(0, Math.max(0, most - passed)))
          return cut()
        }
        if (isCounted) passed += bytes.length
        to.write(bytes)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cuts: () => cuts,
    setBreaking: (isBreaking) => {
      isMended = !isBreaking
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
