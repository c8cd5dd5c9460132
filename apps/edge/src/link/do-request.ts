import type { Clock } from '@heliograph/collect/clock.ts'
import { probeReason } from '@heliograph/collect/discovery/probe-reason.ts'
import { type Hit, runScan } from '@heliograph/collect/discovery/run-scan.ts'
import { parseScanNetwork } from '@heliograph/collect/discovery/scan-network.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import type { Way } from '@heliograph/collect/way.ts'
import type { AgentRequest } from '@heliograph/contract/agent-s/agent.ts'
import type { CallInput } from '@heliograph/contract/calls.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { toWire } from './candidates.ts'

type Answer = CallInput<'POST /agent-s/request/{id}'>['body']

const REPORT_MS = 2_000

/**
 * Does what the server asks for once. The gate decides where anything is contacted: the server's word alone opens no address.
 * @param options.tell says how far it is; resolves to whether nobody wants it any more
 * @returns the last answer
 */
export async function doRequest(
  request: AgentRequest,
  options: Readonly<{
    gate: DeviceGate
    ways: Readonly<Record<string, Way>>
    clock: Clock
    /** Places that are read already. */
    isTaken: (place: Readonly<{ host: string; port: number }>) => boolean
    /** Reads a target now. @throws Error with the reason */
    read: (targetId: number) => Promise<void>
    tell: (answer: Answer) => Promise<boolean>
    ports: readonly number[]
    stickPort?: number
  }>,
): Promise<Answer> {
  const { gate, ways, clock } = options
  switch (request.kind) {
    case 'read':
      // The reason stands in the report.
      await options.read(request.targetId).catch(() => {})
      return { isDone: true }
    case 'probe': {
      const { host, port } = request
      const way = Object.hasOwn(ways, request.way) ? ways[request.way] : undefined
      if (way === undefined || way.isOverLogger) return { isDone: true, failure: 'otherProtocol' }
      try {
        await gate.check(host, port)
        const io = {
          clock,
          memory: new Map<string, unknown>(),
          note: () => {},
          connect: (input: Readonly<{ timeoutMs: number }>) => gate.connect(host, port, input),
        }
        const found = await way.probe(way.readSettings(request.settings), io)
        return { isDone: true, found: found.slice(0, 64).map(toWire) }
      } catch (error) {
        return { isDone: true, failure: reasonOf(error) }
      }
    }
    case 'scan': {
      const network = parseScanNetwork(request.network)
      if (network === undefined) return { isDone: true, failure: 'network' }
      return await scan(network, options)
    }
  }
}

async function scan(
  network: NonNullable<ReturnType<typeof parseScanNetwork>>,
  options: Parameters<typeof doRequest>[1],
): Promise<Answer> {
  const { gate, ways, clock, isTaken, ports, stickPort } = options
  const canceled = new AbortController()
  const hits: Hit[] = []
  let progress = 0
  let isOver = false
  const answer = (isDone: boolean): Answer => ({
    isDone,
    progress,
    hits: hits.slice(0, 300).map(({ devices, settings, ...hit }) => ({
      ...hit,
      settings: settings as Record<string, string | number | boolean>,
      devices: devices.slice(0, 64).map(toWire),
    })),
  })
  const report = (): void => {
    if (isOver) return
    void options
      .tell(answer(false))
      .then((isCanceled) => {
        if (isCanceled) canceled.abort()
      })
      // The next one says it again.
      .catch(() => {})
      .finally(() => clock.after(REPORT_MS, report))
  }
  clock.after(REPORT_MS, report)
  try {
    await runScan({
      network,
      ports,
      gate,
      ways,
      clock,
      signal: canceled.signal,
      isTaken,
      ...(stickPort !== undefined && { stickPort }),
      onProgress: (share) => {
        progress = share
      },
      onHit: (hit) => void hits.push(hit),
    })
  } finally {
    isOver = true
  }
  return answer(true)
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Refusal ? error.detail?.reason : undefined
  return typeof reason === 'string' ? reason : probeReason(error)
}
