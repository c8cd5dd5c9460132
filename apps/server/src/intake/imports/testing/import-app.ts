import { pino } from 'pino'
import { plantDays } from '../../../fleet/telemetry/telemetry.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../../testing/app.ts'
import { recountPlant } from '../../ingest/ingest.ts'
import { createHistoryImports, type HistoryImports } from '../history-imports.ts'
import type { Between, ImportFlow, Overlap } from '../mapping.ts'

type Person = Awaited<ReturnType<typeof addTestUser>>
type Reply = Awaited<ReturnType<TestApp['app']['inject']>>

// biome-ignore lint/suspicious/noExplicitAny: replies are checked against the contract
type Json = any
type Uploaded = Readonly<{ id: number; mapping: object }>
type Choice = Readonly<{ overlap?: Overlap; between?: Between | null }>

/** A server whose import jobs run when the test says so. */
export type ImportApp = Readonly<{
  test: TestApp
  owner: Person
  imports: HistoryImports
  /** Jobs that were ordered. */
  ordered: number[]
  /** Runs the job of an import. */
  work: (id: number) => Promise<void>
  request: (
    method: 'GET' | 'POST' | 'DELETE',
    path?: string,
    payload?: object,
    by?: Person,
    id?: number,
  ) => Promise<Reply>
  upload: (content: string | Uint8Array, name?: string, by?: Person, id?: number) => Promise<Reply>
  /** Uploaded files as the calls take them: as proposed, unless they are changed. */
  preview: (files: readonly Uploaded[], choice?: Choice, by?: Person, id?: number) => Promise<Reply>
  start: (files: readonly Uploaded[], choice?: Choice, by?: Person, id?: number) => Promise<Reply>
  /** Imports files and waits for it. @returns the preview, and the row of the list */
  store: (files: readonly Uploaded[], choice?: Choice) => Promise<Readonly<{ id: number; preview: Json; row: Json }>>
  /** kWh of a flow by date; days without it are absent. */
  energies: (flow?: ImportFlow) => Promise<Readonly<Record<string, number>>>
  recount: () => Promise<void>
  /** The plant of the next requests. */
  use: (plantId: number) => void
}>

export async function createImportApp(nowMs: number): Promise<ImportApp> {
  const ordered: number[] = []
  let plant = 0
  let run: (id: number) => Promise<void> = async () => {}
  const jobs: Pick<Jobs, 'send' | 'work'> = {
    send: async (_, data) => void ordered.push((data as { id: number }).id),
    work: async (_, job) => {
      run = (id) => job({ id } as never, { isLastTry: true } as never)
    },
  }
  const test = await createTestApp(nowMs, {
    services: { historyImports: { order: async (_, id) => void ordered.push(id) } },
  })
  const log = pino({ level: process.env.HELIOGRAPH_TEST_LOG ?? 'silent' })
  const imports = await createHistoryImports({
    db: test.db,
    jobs,
    recounts: test.services.recounts,
    log,
    now: () => nowMs,
  })
  const owner = await addTestUser(test, 'owner')
  const request: ImportApp['request'] = async (method, path = '', payload, by = owner, id = plant) =>
    await test.app.inject({
      method,
      url: `/maintain-s/station/${id}/import${path}`,
      headers: bearer(by.token),
      ...(payload ? { payload } : {}),
    })
  const toOrder = (files: readonly Uploaded[], choice: Choice = {}) => ({
    files: files.map(({ id, mapping }) => ({ id, mapping })),
    overlap: 'keep',
    between: null,
    ...choice,
  })
  const preview: ImportApp['preview'] = (files, choice, by, id) =>
    request('POST', '/preview', toOrder(files, choice), by, id)
  const start: ImportApp['start'] = (files, choice, by, id) => request('POST', '/start', toOrder(files, choice), by, id)
  return {
    test,
    preview,
    start,
    store: async (files, choice) => {
      const previewed = (await preview(files, choice)).json()
      const started = await start(files, choice)
      if (started.statusCode !== 200) throw new Error(started.body)
      const { id } = started.json()
      await run(id)
      const row = (await request('GET')).json().data.find((one: Json) => one.id === id)
      return { id, preview: previewed, row }
    },
    owner,
    imports,
    ordered,
    work: (id) => run(id),
    request,
    upload: (content, name = 'roof.csv', by = owner, id = plant) =>
      request('POST', '', { name, content: Buffer.from(content).toString('base64') }, by, id),
    energies: async (flow = 'generation') => {
      const days = await plantDays(test.db, plant, '0001-01-01', '9999-12-31')
      return Object.fromEntries(
        days.flatMap(({ period, energy }) =>
          energy[flow] === null ? [] : [[period, Math.round(energy[flow]) / 1000]],
        ),
      )
    },
    recount: () => recountPlant(test.db, plant, { signal: new AbortController().signal, onProgress: () => {} }),
    use: (plantId) => {
      plant = plantId
    },
  }
}
