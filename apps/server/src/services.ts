import { randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { everyWay } from '@heliograph/collect/ways.ts'
import type { Config } from './config.ts'
import { createPlantExports, type PlantExports } from './delivery/exports/exports.ts'
import { createMessageService, type MessageService, requestOutside, tellOfEmail } from './delivery/messages/messages.ts'
import { type BrokerRunner, runBrokers } from './delivery/mqtt-out/mqtt-out.ts'
import { createWebhookService, type WebhookService } from './delivery/webhooks/webhooks.ts'
import { createRecounts } from './fleet/plants/plants.ts'
import type { Services } from './http/routes/services.ts'
import { openAgents } from './intake/agents/agents.ts'
import {
  createLabDesk,
  createLostDevices,
  createScans,
  createTargetDesk,
  type LostDevices,
  runTargets,
  watchOpenedNetworks,
} from './intake/collect/collect.ts'
import { createAskForTarget, createCommands, openLoggerLines } from './intake/commands/commands.ts'
import { createHistoryImports, type HistoryImports } from './intake/imports/imports.ts'
import {
  type Ingest,
  LINE_WIRE,
  type PolledDesk,
  type ReadingsDesk,
  recountPlant,
  type SolarmanSource,
} from './intake/ingest/ingest.ts'
import { createLineDesk } from './intake/line-protocol/line-protocol.ts'
import { readKeptData } from './kept-data.ts'
import { type AccountExports, createAccountExports } from './operator/account-lifecycle/account-lifecycle.ts'
import { createDataCenters, type DataCenters } from './operator/data-centers/data-centers.ts'
import { connectHome, createHomeAssistantDoor, createSupervisor } from './operator/home-assistant/home-assistant.ts'
import { createIdentityProviders } from './people/identity-providers/identity-providers.ts'
import { createCaptcha, noCaptcha } from './people/verification/verification.ts'
import type { DomainProofs } from './platform/branding/branding.ts'
import type { Db } from './platform/db/database.ts'
import type { Log } from './platform/db/log.ts'
import type { Reads } from './platform/db/read-replica.ts'
import { ensureEncryptionKey } from './platform/encryption/encryption.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { startMail } from './platform/mail/mail.ts'

/** Starts the handlers' services beside the database. @param options.undo steps that stop them again, in reverse order */
export async function startServices(
  options: Readonly<{
    db: Db
    reads: Reads
    config: Config
    log: Log
    ingest: Pick<Ingest, 'wires' | 'line' | 'frames' | 'stats'>
    readings: ReadingsDesk
    polled: PolledDesk
    /** Ports of this server: it reads no device there. */
    ownPorts: ReadonlySet<number>
    foreignPeers: SolarmanSource['foreignPeers']
    undo: (() => Promise<unknown> | unknown)[]
    /** Counts runs of jobs. */
    onJobRun: (job: string, outcome: 'done' | 'failed') => void
  }>,
): Promise<
  Readonly<{
    services: Services
    dataCenters: DataCenters
    exports: AccountExports
    plantExports: PlantExports
    historyImports: HistoryImports
    jobs: Jobs
    messages: MessageService
    webhooks: WebhookService
    lostDevices: LostDevices
    brokers: BrokerRunner
    /** Sets up the home of an add-on of Home Assistant; undefined: this server is none. */
    setUpHome: (() => Promise<void>) | undefined
  }>
> {
  const { db, config, log, undo } = options
  const { dataDir, publicUrl } = config
  const jobs = await createJobs({ db, log, now: Date.now, onRun: options.onJobRun })
  undo.push(() => jobs.stop())
  const { mail, close } = await startMail({
    db,
    jobs,
    delivery: config.delivery,
    dataDir,
    publicUrl,
    log,
    onEmail: (email, id) => tellOfEmail(db, email, id, Date.now()),
  })
  undo.push(close)
  const messages = await createMessageService({ db, mail, config: config.messages, publicUrl, now: Date.now })
  const webhooks = createWebhookService({ db, networks: config.messages.openNetworks, now: Date.now })
  const dataCenters = createDataCenters({ ...config.dataCenters, db, mail, publicUrl, log, now: Date.now })
  undo.push(() => dataCenters.close())
  const plantLimit = config.exportPlantLimit
  // Where archives of accounts were kept before they were in the database.
  await rm(join(dataDir, 'exports'), { recursive: true, force: true })
  const exports = await createAccountExports({ db, jobs, plantLimit, mail, publicUrl, log })
  undo.push(() => exports.close())
  const plantExports = await createPlantExports({ db, reads: options.reads, jobs, mail, publicUrl, log })
  undo.push(() => plantExports.close())
  const { wires } = options.ingest
  const lines = await openLoggerLines({ db, log, findLine: options.ingest.line, newId: randomUUID })
  undo.push(() => lines.close())
  const recounts = await createRecounts({ db, jobs, log, recount: recountPlant })
  undo.push(() => recounts.close())
  const historyImports = await createHistoryImports({ db, jobs, recounts, log })
  undo.push(() => historyImports.close())
  const opened = await watchOpenedNetworks({ db, log })
  const networks = {
    has: (address: string) => config.collect.networks.has(address) || opened.has(address),
    get isEmpty() {
      return config.collect.networks.isEmpty && opened.isEmpty
    },
  }
  const gate = createDeviceGate({ ...config.collect, networks, ownPorts: options.ownPorts })
  const agents = await openAgents({
    db,
    log,
    desk: options.polled,
    now: Date.now,
    noteScan: (note) => scans.note(note),
  })
  undo.push(() => agents.close())
  const scans = await createScans({ db, log, gate, ways: everyWay, agents, opened, jobs, now: Date.now })
  undo.push(() => scans.close())
  const loggers = { wire: LINE_WIRE, ask: createAskForTarget({ db, lines }) }
  const runner = await runTargets({ db, log, gate, loggers, ways: everyWay, desk: options.polled })
  undo.push(() => runner.close())
  const brokers = await runBrokers({ db, log, gate, publicUrl })
  undo.push(() => brokers.close())
  const supervisor = config.supervisor && createSupervisor(config.supervisor)
  const services: Services = {
    mail,
    messages: messages.channels,
    webhooks,
    readings: options.readings,
    lines: createLineDesk({ db, readings: options.readings, now: Date.now }),
    foreignPeers: options.foreignPeers,
    hidesLoggers: () => options.ingest.stats().unnamed > 0,
    frames: options.ingest.frames,
    wires,
    claimLimits: config.claimLimits,
    loggerClouds: config.solarman.clouds,
    publicUrl,
    registrationOpen: config.registrationOpen,
    encryptionKey: await ensureEncryptionKey(db),
    humanCheck: config.humanCheck ? createCaptcha({ db }) : noCaptcha,
    identityProviders: createIdentityProviders({ providers: config.providers, publicUrl, log }),
    homeAssistant: supervisor && createHomeAssistantDoor({ supervisor, log }),
    accountExports: exports.port,
    commands: createCommands({ db, wires, lines, now: Date.now, wait }),
    targets: createTargetDesk({
      db,
      gate,
      loggers,
      agents,
      ways: everyWay,
      runner,
      now: Date.now,
      wait,
      ...config.collect,
    }),
    agents,
    scans,
    deviceGate: gate,
    lab: createLabDesk({ db, gate, way: everyWay['modbus-tcp'], now: Date.now }),
    plantExports: plantExports.port,
    historyImports: historyImports.port,
    dataCenters,
    regionRules: config.regionRules,
    brandSettings: {
      proofs: createDomainProofs(config),
      trackingOrigins: config.trackingOrigins,
      mapScripts: config.mapScripts,
    },
    recounts,
    plantLimits: config.plantLimits,
    weather: config.weather,
    keptData: readKeptData(config),
  }
  const { targets } = services
  let isStart = true
  const setUpHome =
    supervisor &&
    (async (): Promise<void> => {
      const run = {
        db,
        supervisor,
        targets,
        historyImports: historyImports.port,
        recounts,
        log,
        now: Date.now,
        isStart,
      }
      isStart = false
      await connectHome(run)
    })
  const lostDevices = createLostDevices({ db, log, gate, ways: everyWay, now: Date.now })
  return {
    services,
    lostDevices,
    dataCenters,
    exports,
    plantExports,
    historyImports,
    jobs,
    messages,
    webhooks,
    brokers,
    setUpHome,
  }
}

/** Domains are looked at from outside as messages go there: never into networks of this site, and without redirects. */
function createDomainProofs({ messages: { openNetworks } }: Pick<Config, 'messages'>): DomainProofs {
  return {
    readTxt: async (name) => {
      const found = await new Resolver({ timeout: 5_000, tries: 2 }).resolveTxt(name)
      return found.map((parts) => parts.join(''))
    },
    readFile: async (url) => {
      const reply = await requestOutside(
        url,
        { method: 'GET', headers: { accept: 'text/plain' } },
        { networks: openNetworks },
      )
      return reply.status === 200 ? reply.text : ''
    },
  }
}
