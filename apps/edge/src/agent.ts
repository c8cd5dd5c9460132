import { backOffMs } from '@heliograph/collect/back-off.ts'
import { DEVICE_PORTS } from '@heliograph/collect/discovery/sweep.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import {
  createTargetReader,
  type TargetReader,
  type TargetReport,
  type ToStore,
} from '@heliograph/collect/target-reader.ts'
import type { About, Way } from '@heliograph/collect/way.ts'
import type { AgentRequest, AgentTarget } from '@heliograph/contract/agent-s/agent.ts'
import type { CallInput } from '@heliograph/contract/calls.ts'
import { fromWire } from './link/candidates.ts'
import { doRequest } from './link/do-request.ts'
import { type KeptReading, toDelivered, toKept } from './link/kept-reading.ts'
import { LinkError, type ServerLink } from './link/server-link.ts'
import type { Disk } from './store/disk.ts'
import type { Queue } from './store/queue.ts'
import { readWhole, writeWhole } from './store/write-whole.ts'
import type { Anchors } from './time/anchors.ts'
import type { BootClock } from './time/boot-clock.ts'

type ReportBody = CallInput<'POST /agent-s/report'>['body']

const CONFIG_FILE = 'targets.json'
const COUNTS_FILE = 'counts.json'
const TICK_MS = 1_000
const REPORT_MS = 20_000
const POLL_WAIT_S = 25
/** Beyond the longest wait of a poll. */
const POLL_PATIENCE_MS = 40_000
const MOST_DELIVERED = { records: 1_000, bytes: 2 * 1024 * 1024 }
/** Readings that the disk did not take wait in memory, this many. */
const MOST_IN_MEMORY = 2_000
/** A token that is refused is tried again this seldom: a plant may come back from the bin. */
const REFUSED_MS = 300_000

export type Agent = Readonly<{
  /** How many records wait for the server. */
  waiting: () => number
  targets: () => number
  /** Ends polling; what was read is kept on the disk. */
  close: () => Promise<void>
}>

export type AgentOptions = Readonly<{
  link: ServerLink
  disk: Disk
  queue: Queue
  anchors: Anchors
  clock: BootClock
  gate: DeviceGate
  ways: Readonly<Record<string, Way>>
  networks: () => readonly string[]
  version: string
  platform: string
  random: () => number
  say: (line: string) => void
  /** Tests: other ports. */
  ports?: readonly number[]
  stickPort?: number
}>

type Running = Readonly<{ target: AgentTarget; reader: TargetReader }>

/** Reads what the server says, keeps it on the disk, and delivers it. It goes on without the server. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { link, disk, queue, anchors, clock, gate, ways, random, say } = options
  const running = new Map<number, Running>()
  const closing = new AbortController()
  const { signal } = closing
  const unkept: KeptReading[] = []
  let refused = toCount(await readWhole(disk, COUNTS_FILE))
  let known = ''
  let mostRecords = MOST_DELIVERED.records
  let isFirst = true
  let delivering: (() => void) | undefined
  const keeping = new Set<Promise<unknown>>()

  const keep = (reading: KeptReading): void => {
    const work = queue
      .append(reading)
      .then(() => delivering?.())
      .catch((error: unknown) => {
        // A full disk: the newest wait in memory, and are tried again.
        if (unkept.length >= MOST_IN_MEMORY) unkept.shift()
        unkept.push(reading)
        say(`a reading is not on the disk: ${messageOf(error)}`)
      })
      .finally(() => keeping.delete(work))
    keeping.add(work)
  }
  const store = (targetId: number, reading: ToStore): void =>
    keep(toKept(targetId, reading, anchors.stamp(reading.stored.atMs)))

  const open = (target: AgentTarget): void => {
    const way = Object.hasOwn(ways, target.way) ? ways[target.way] : undefined
    if (way === undefined || way.isOverLogger) return
    const { host, port } = target
    const reader = createTargetReader({
      target: { ...target, devices: target.devices.map(fromWire) },
      way,
      clock,
      random,
      reach: { connect: (input) => gate.connect(host, port, input) },
      store: (reading) => store(target.id, reading),
    })
    running.set(target.id, { target, reader })
  }
  const apply = (targets: readonly AgentTarget[]): void => {
    const wanted = new Map(targets.map((target) => [target.id, target]))
    for (const [id, { target, reader }] of running)
      if (wanted.get(id)?.version !== target.version) {
        running.delete(id)
        reader.close(wanted.has(id))
      }
    for (const target of targets) if (!running.has(target.id)) open(target)
  }

  /** Goes on after failures, ever more seldom. */
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      try {
        await work()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        failures += 1
        if (failures === 1) say(messageOf(error))
        const isRefused = error instanceof LinkError && error.status === 401
        const asked = error instanceof LinkError ? (error.retryAfterMs ?? 0) : 0
        await rest(isRefused ? REFUSED_MS : Math.max(asked, backOffMs(failures, random())))
      }
    }
  }
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  /** Waits, but not beyond the end. */
  const rest = async (ms: number): Promise<void> => {
    let cancel = (): void => {}
    const over = new Promise<void>((resolve) => {
      cancel = clock.after(ms, resolve)
    })
    await Promise.race([over, ended])
    cancel()
  }

  const noteTime = async (sentUpMs: number, serverMs: number): Promise<void> =>
    anchors.note(serverMs, (sentUpMs + clock.upMs()) / 2)

  const poll = async (): Promise<void> => {
    const sentUpMs = clock.upMs()
    // The first one is answered at once: its time is exact, and what it says is needed.
    const reply = await link.call(
      'POST /agent-s/poll',
      { known, waitSeconds: isFirst ? 0 : POLL_WAIT_S },
      { waitMs: POLL_PATIENCE_MS, signal },
    )
    // A reply that waited says when it was sent, not when it was asked for.
    await anchors.note(reply.nowMs, isFirst ? (sentUpMs + clock.upMs()) / 2 : clock.upMs())
    isFirst = false
    delivering?.()
    if (reply.targets !== null) {
      await writeWhole(disk, CONFIG_FILE, { version: reply.version, targets: reply.targets })
      apply(reply.targets)
      say(`reading ${running.size} of ${reply.targets.length} endpoints`)
    }
    known = reply.version
    for (const request of reply.requests) void answer(request)
  }
  const answer = async (request: AgentRequest): Promise<void> => {
    const tell = async (body: CallInput<'POST /agent-s/request/{id}'>['body']): Promise<boolean> =>
      (await link.call('POST /agent-s/request/{id}', body, { id: request.id, signal })).isCanceled
    try {
      const taken = new Set([...running.values()].map(({ target: { host, port } }) => `${host.toLowerCase()} ${port}`))
      const last = await doRequest(request, {
        gate,
        ways,
        clock,
        isTaken: ({ host, port }) => taken.has(`${host} ${port}`),
        read: async (targetId) => {
          await running.get(targetId)?.reader.refresh()
        },
        tell,
        ports: options.ports ?? DEVICE_PORTS,
        ...(options.stickPort !== undefined && { stickPort: options.stickPort }),
      })
      if (request.kind === 'read') await report(request.targetId)
      await tell(last)
    } catch (error) {
      say(`a request of the server is not answered: ${messageOf(error)}`)
    }
  }

  const report = async (wanted?: number): Promise<void> => {
    const nowMs = clock.now()
    const targets: ReportBody['targets'][number][] = []
    for (const [id, { reader }] of running) {
      const isContact = reader.takeContact(nowMs)
      const found = reader.takeReport(nowMs, id === wanted)
      if (!isContact && found === undefined) continue
      targets.push({
        id,
        intervalMs: Math.round(reader.intervalMs()),
        isContact,
        ...(found !== undefined && {
          report: toWireReport(found, (atMs) => anchors.date(anchors.stamp(atMs))?.atMs ?? atMs),
        }),
      })
    }
    const { waiting, bytes, dropped, damagedBytes } = queue.state()
    const offset = anchors.offsetMs()
    const sentUpMs = clock.upMs()
    const { nowMs: serverMs } = await link.call(
      'POST /agent-s/report',
      {
        version: options.version,
        platform: options.platform,
        waiting,
        bytes,
        dropped,
        refused,
        damagedBytes,
        ...(offset !== undefined && { clockOffsetMs: offset }),
        networks: options.networks().slice(0, 20),
        targets: targets.slice(0, 50),
      },
      { signal },
    )
    await noteTime(sentUpMs, serverMs)
  }

  const deliver = async (): Promise<void> => {
    // Before the queue is read, so that what comes in between is heard.
    const news = new Promise<void>((resolve) => {
      delivering = resolve
    })
    const { records, next } = await queue.take({ ...MOST_DELIVERED, records: mostRecords })
    const readings = (records as readonly KeptReading[]).map((kept) => toDelivered(kept, anchors))
    const ready = readings.flatMap((reading) => reading ?? [])
    if (records.length === 0 || ready.length < readings.length) {
      // Until a reading comes, or the server said the time.
      await Promise.race([news, rest(REPORT_MS)])
      return
    }
    const reasons = await link
      .call('POST /agent-s/readings', { readings: ready }, { signal })
      .then((reply) => reply.refused.map(({ reason }) => reason))
      .catch((error: unknown) => {
        if (!isForGood(error)) throw error
        // One reading that the server cannot read must not hold up all others: it is found by halves.
        if (ready.length === 1) return ['unreadable']
        mostRecords = Math.ceil(ready.length / 2)
        return undefined
      })
    if (reasons === undefined) return
    if (reasons.length > 0) {
      refused += reasons.length
      await writeWhole(disk, COUNTS_FILE, { refused })
      say(`the server refused ${reasons.length} readings: ${reasons[0]}`)
    }
    mostRecords = Math.min(MOST_DELIVERED.records, 2 * mostRecords)
    await queue.confirm(next)
  }

  const tick = async (): Promise<void> => {
    const nowMs = clock.now()
    for (const { reader } of running.values()) reader.flush(nowMs)
    for (const reading of unkept.splice(0)) keep(reading)
    await anchors.noteWall()
  }

  const { version, targets } = ((await readWhole(disk, CONFIG_FILE)) ?? {}) as {
    version?: string
    targets?: readonly AgentTarget[]
  }
  // Before the server is heard: a home without a link is read on.
  if (version !== undefined && targets !== undefined) {
    apply(targets)
    known = version
  }
  let working = true
  const loops = [
    repeat(poll),
    repeat(deliver),
    repeat(async () => {
      await rest(REPORT_MS)
      if (!signal.aborted) await report()
    }),
    (async () => {
      while (working) {
        await tick().catch((error: unknown) => say(messageOf(error)))
        await rest(TICK_MS)
      }
    })(),
  ]
  return {
    waiting: () => queue.state().waiting,
    targets: () => running.size,
    close: async () => {
      working = false
      for (const { reader } of running.values()) reader.close(true)
      running.clear()
      await Promise.all(keeping)
      closing.abort()
      await Promise.all(loops)
    },
  }
}

/** The same call would be refused again. */
const isForGood = (error: unknown): boolean =>
  error instanceof LinkError && (error.status === 400 || error.status === 413)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const toCount = (value: unknown): number => {
  const { refused } = (value ?? {}) as { refused?: unknown }
  return typeof refused === 'number' && Number.isSafeInteger(refused) ? refused : 0
}

type WireReport = NonNullable<ReportBody['targets'][number]['report']>

const toWireAbout = (about: About): About => ('name' in about ? { ...about, name: about.name.slice(0, 200) } : about)

/** Instants by the server's clock, texts and lists no longer than they are taken. */
function toWireReport(report: TargetReport, date: (atMs: number) => number): WireReport {
  const { lastHeardMs, nextTryMs, failure, exchanges, leftOut, live, ...counts } = report
  return {
    ...counts,
    ...(lastHeardMs !== undefined && { lastHeardMs: date(lastHeardMs) }),
    ...(nextTryMs !== undefined && { nextTryMs: date(nextTryMs) }),
    ...(failure !== undefined && {
      failure: { reason: failure.reason, atMs: date(failure.atMs), sinceMs: date(failure.sinceMs) },
    }),
    asleep: [...counts.asleep],
    otherDevices: { ...counts.otherDevices },
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      about: toWireAbout(exchange.about),
      sent: exchange.sent.slice(0, 2_000),
      received: exchange.received.slice(0, 2_000),
      atMs: date(exchange.atMs),
    })),
    leftOut: Object.fromEntries(
      Object.entries(leftOut).map(([key, parts]) => [
        key,
        parts
          .slice(0, 200)
          .map((part) => ({ ...part, about: toWireAbout(part.about), retryAtMs: date(part.retryAtMs) })),
      ]),
    ),
    live: live.map(({ model, values, complaints, ...reading }) => ({
      ...reading,
      model: model.slice(0, 200),
      values: { ...values },
      complaints: complaints.slice(0, 200).map((complaint) => ({ ...complaint })),
      atMs: date(reading.atMs),
    })),
  }
}
