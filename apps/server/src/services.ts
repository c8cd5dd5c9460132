import { join } from 'node:path'
import { type Centres, createCentres } from './centres/centres.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Log } from './db/log.ts'
import type { Services } from './families/services.ts'
import { createQueue } from './jobs/queue.ts'
import { createAccountExports } from './leaving/leaving.ts'
import { startPost } from './mail/mail.ts'
import { ensureSealingKey } from './sealing/sealing.ts'
import { createThirdParty } from './third-party/third-party.ts'
import { createHumanChecks, noHumanChecks } from './verification/verification.ts'

/** Starts what handlers need beside the database. @param given.undo what must be stopped again, in reverse order */
export async function startServices(
  given: Readonly<{ db: Db; config: Config; log: Log; undo: (() => Promise<unknown> | unknown)[] }>,
): Promise<Readonly<{ services: Services; centres: Centres }>> {
  const { db, config, log, undo } = given
  const { dataDir, publicUrl } = config
  const queue = await createQueue({ db, log })
  undo.push(() => queue.stop())
  const { post, close } = await startPost({ db, queue, delivery: config.delivery, dataDir, publicUrl, log })
  undo.push(close)
  const centres = createCentres({ ...config.centres, db, post, publicUrl, log, now: Date.now })
  undo.push(() => centres.close())
  const plantLimit = config.exportPlantLimit
  const exports = createAccountExports({ db, dir: join(dataDir, 'exports'), plantLimit, post, publicUrl, log })
  exports.start()
  undo.push(() => exports.close())
  const services: Services = {
    post,
    publicUrl,
    registrationOpen: config.registrationOpen,
    sealingKey: await ensureSealingKey(db),
    humanCheck: config.humanCheck ? createHumanChecks({ db }) : noHumanChecks,
    thirdParty: createThirdParty({ providers: config.providers, publicUrl, log }),
    accountExports: exports.port,
    centres,
  }
  return { services, centres }
}
