import { isMapKind, mapOrigins } from '@heliograph/domain/brand/map-origins.ts'
import { createClockRuns } from './clock-runs.ts'
import type { Config } from './config.ts'
import { ALARMS_CHANGED, moveClock } from './fleet/now/now.ts'
import * as telemetry from './fleet/telemetry/telemetry.ts'
import { frameLink } from './framed-link.ts'
import { createApp } from './http/app.ts'
import { hearAccess } from './http/hear-access.ts'
import { createLiveTopics } from './http/live-topics.ts'
import { createLog } from './http/log.ts'
import { createMqttWriters } from './http/mqtt-writers.ts'
import { createProxyCheck } from './http/trusted-proxies.ts'
import { openMqttBroker } from './intake/broker/broker.ts'
import { renewSupervisorToken } from './intake/collect/collect.ts'
import { createIngest, openPolled, openReadings, openSolarman, toServerSettings } from './intake/ingest/ingest.ts'
import { withListenHosts } from './listen-hosts.ts'
import { listFrameOrigins } from './operator/cards/cards.ts'
import { addUser, createSetupToken, findUser } from './people/accounts/accounts.ts'
import { MESSAGES_CHANGED } from './people/inbox/inbox.ts'
import { createSecurityEvents } from './people/security-events/security-events.ts'
import {
  findMaps,
  findSuspension,
  forgetBrands,
  keepBrands,
  readBrand,
  setLegalTexts,
} from './platform/branding/branding.ts'
import { isSuperuser } from './platform/db/cluster-role.ts'
import type { Db } from './platform/db/database.ts'
import { listen } from './platform/db/listen.ts'
import type { Log } from './platform/db/log.ts'
import { migrate } from './platform/db/migrate.ts'
import { reasonOf } from './platform/db/outage.ts'
import { openReplica, type Reads, readsOf } from './platform/db/read-replica.ts'
import { closeFileReader, openFileReader } from './platform/file-reader/file-reader.ts'
import { type ClockJobName, watchClock } from './platform/jobs/jobs.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { openSecretKey, sealStoredSecrets } from './platform/secret-key/secret-key.ts'
import { createReactions } from './reactions.ts'
import { startServices } from './services.ts'
import { startDatabase } from './start-database.ts'
import { watchWallClock } from './watch-wall-clock.ts'

export type RunningServer = Readonly<{ httpPort: number; loggerPort: number; close: () => Promise<void> }>

const openReads = async (primary: Db, url: string | undefined, log: Log): Promise<Reads> =>
  url === undefined ? readsOf(primary) : openReplica({ primary, url, poolSize: 12, log, now: Date.now })

/** The composition root: it connects the rooms and defines the order in which they start and stop. */
export async function startServer(
  wanted: Config,
  options: { onDeath: (reason: string) => void },
): Promise<RunningServer> {
  const log = createLog(wanted.logLevel)
  for (const { name, meant } of wanted.misspelled)
    log.warn({ name, meant }, 'this name in the environment is no setting, but nearly one')
  const config = await withListenHosts(wanted, log)
  const metrics = createMetrics()
  const undo: (() => Promise<unknown> | unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  undo.push(() => metrics.close())
  try {
    if (process.getuid?.() === 0) log.warn('this process runs as root: an ordinary user is enough')
    const prepare = async (opened: Db): Promise<void> => {
      if (await isSuperuser(opened.pool))
        log.warn('DATABASE_URL names a superuser of PostgreSQL: a role that owns its database is enough')
      await migrate(opened.pool, { log })
      // After the migrations, before anything reads a secret.
      await openSecretKey(opened, config.secretKeyFile)
      const sealed = await sealStoredSecrets(opened, config.secretKeyFile)
      if (sealed > 0) log.info({ sealed }, 'secrets of an older version are sealed now')
      // Before any device is read.
      if (config.supervisor) await renewSupervisorToken(opened, config.supervisor)
      await telemetry.ensurePartitions(opened, Date.now(), config.hotDays)
      // Computes what an older version left out and what changed while no server ran; the clock finishes long work.
      await moveClock(opened, Date.now(), { mostMs: 5_000 })
    }
    const { db, disk } = await startDatabase({ config, log, onDeath: options.onDeath, prepare, undo })

    metrics.watchDatabase(db.pool)
    const reads = await openReads(db, config.databaseReadUrl, log)
    undo.push(() => reads.close())
    if (config.databaseReadUrl !== undefined) metrics.watchReplica(reads.state)
    const securityEvents = createSecurityEvents({ db, log, onEvent: metrics.securityEvent })
    undo.push(() => securityEvents.close())
    const topics = createLiveTopics({ db, now: Date.now, log })
    undo.push(() => topics.close())
    // Commits of all nodes, this one among them, arrive the same way.
    // Set when the services have started.
    let publish = (_plantIds: readonly number[]): void => {}
    const changes = listen(
      db,
      'plant_changed',
      (payload) => {
        const plantIds = payload.split(',').map(Number)
        topics.markPlantsChanged(plantIds)
        publish(plantIds)
      },
      topics.catchUp,
      { log },
    )
    const access = hearAccess({ db, topics, reads, log })
    // Set when the clock has started.
    let wake = (_name: ClockJobName): void => {}
    const messagesHeard = listen(
      db,
      MESSAGES_CHANGED,
      (payload) => {
        topics.messagesChanged(payload.split(',').map(Number))
        wake('messages')
      },
      () => {},
      { log },
    )
    // Kept in memory from now on, because every change is heard.
    const forget = (): void => forgetBrands(db)
    const brandsHeard = listen(db, 'brands_changed', forget, forget, { log })
    undo.push(() => brandsHeard.close())
    await brandsHeard.ready
    keepBrands(db)
    setLegalTexts(db, config.legalTexts)
    const alarmsHeard = listen(
      db,
      ALARMS_CHANGED,
      (payload) => {
        topics.alarmsChanged(payload.split(',').map(Number))
        wake('messages of alarms')
      },
      topics.catchUp,
      { log },
    )
    undo.push(() => alarmsHeard.close())
    undo.push(() => messagesHeard.close())
    undo.push(() => access.close())
    undo.push(() => changes.close())

    const ackClock = await watchWallClock({ db, log, securityEvents })
    undo.push(() => ackClock.close())
    metrics.watchWallClock(ackClock.isDoubted)
    const ingest = createIngest({
      db,
      telemetry,
      reactions: createReactions(Date.now),
      now: Date.now,
      log,
      disk,
      settings: config.ingest,
      onStored: metrics.acknowledged,
    })
    metrics.watchLoggers(ingest.stats)
    await ingest.start()
    undo.push(() => ingest.close())
    const isProxy = config.trustedProxies.length > 0 ? createProxyCheck(config.trustedProxies) : undefined
    const settings = toServerSettings(config.solarman, isProxy, Date.now)
    const solarman = await ingest.open(openSolarman({ settings, ackClock }))
    const readings = await ingest.open(openReadings)
    const polled = await ingest.open(openPolled)
    const { port: loggerPort, tlsPort, publicPort } = solarman.ports()
    const databasePort = Number(db.clientConfig.port ?? 0)
    const ownPorts = new Set([config.httpPort, loggerPort, tlsPort ?? 0, databasePort])
    const {
      services,
      dataCenters,
      exports,
      plantExports,
      historyImports,
      lostDevices,
      jobs,
      messages,
      webhooks,
      brokers,
      setUpHome,
    } = await startServices({
      db,
      reads,
      config,
      log,
      ingest,
      readings,
      polled,
      ownPorts,
      undo,
      foreignPeers: solarman.foreignPeers,
      onJobRun: metrics.jobRan,
    })
    publish = brokers.markChanged
    // Set when the clock has started.
    let ranAgoMs = (): number | undefined => undefined
    const clockState = watchClock({ ranAgoMs: () => ranAgoMs(), log, now: Date.now })
    metrics.watchClock(() => clockState().ranSecondsAgo)
    const app = createApp({
      clockState,
      db,
      reads,
      log,
      disk,
      metrics,
      metricsToken: config.metricsToken,
      securityEvents,
      topics,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      webDir: config.webDir,
      loggerPort: publicPort,
      services,
      unitsPerMinute: config.callUnitsPerMinute,
      securityContact: config.securityContact,
      countryHeader: config.countryHeader,
      acceptsBareBodies: config.acceptsBareBodies,
      center: dataCenters.sessionDataCenter,
      centerSecret: config.dataCenters.secret,
      findSuspension: (visited) => findSuspension(db, visited),
      findBlocked: async (visited) => (await readBrand(db, visited)).blockedFunctions,
      mapScripts: config.mapScripts,
      findSources: async (visited) => {
        const [maps, frames] = await Promise.all([
          findMaps(db, visited, Object.keys(config.mapScripts).filter(isMapKind)),
          listFrameOrigins(db),
        ])
        const data = maps.flatMap(({ type }) => mapOrigins[type].data)
        return { scripts: [...maps.map(({ type }) => mapOrigins[type].script), ...data], data, frames }
      },
      trackingOrigins: config.trackingOrigins,
    })
    // Before the server reports that it is ready: the fleet signs in at once.
    if (config.demo && !(await findUser(db, config.demo.account)))
      await addUser(db, { ...config.demo, nickname: 'Demo', isAdmin: true, email: 'demo@example.org', country: 'DE' })
    await app.listen({ port: config.httpPort, host: config.httpHost })
    undo.push(() => app.close())
    if (config.broker !== undefined) {
      const findWriter = createMqttWriters({ db, center: dataCenters.sessionDataCenter, now: Date.now })
      const { storeSeconds } = config.collect
      const broker = await openMqttBroker({ db, log, config: config.broker, desk: polled, findWriter, storeSeconds })
      undo.push(() => broker.close())
      for (const port of Object.values(broker.ports)) if (port !== undefined) ownPorts.add(port)
    }
    openFileReader()
    // Before the calls are waited for: one may wait for a file that hangs.
    undo.push(closeFileReader)
    const { recounts } = services
    const clock = await jobs.startClock(
      createClockRuns({
        db,
        config,
        dataCenters,
        exports,
        plantExports,
        historyImports,
        lostDevices,
        recounts,
        messages,
        webhooks,
        setUpHome,
        log,
        mail: services.mail,
        now: Date.now,
      }),
    )
    wake = clock.wake
    ranAgoMs = clock.ranAgoMs
    clock.wake('home of Home Assistant')
    undo.push(clock.stop)
    // Resumes work that a crash interrupted.
    for (const [what, resume] of Object.entries({
      exports: exports.resume,
      files: plantExports.resume,
      imports: historyImports.resume,
      recounts: () => recounts.resume(),
      moves: dataCenters.resume,
    }))
      void resume().catch((error: unknown) => log.error({ what, reason: reasonOf(error) }, 'could not be resumed'))
    const address = app.server.address()
    const httpPort = typeof address === 'object' && address ? address.port : config.httpPort
    ownPorts.add(httpPort)
    // Home Assistant's own people administer its add-on.
    const token = config.supervisor ? undefined : await createSetupToken(db, Date.now())
    log.info({ httpPort, loggerPort }, 'Heliograph is up')
    // The demo says more, and says it itself.
    if (config.demo === undefined)
      process.stdout.write(
        token
          ? frameLink(
              'No account exists yet. Create the administrator here:',
              `${config.publicUrl}/setup?token=${token}`,
            )
          : frameLink('Heliograph is up:', config.publicUrl),
      )
    return { httpPort, loggerPort, close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
