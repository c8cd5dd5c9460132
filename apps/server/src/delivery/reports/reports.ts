import { localDate } from '@heliograph/domain/time.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import { readLetter } from '../../insight/letter/letter.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { openSigner, rememberSigned } from '../../platform/signing/signing.ts'
import { drawFleetReport } from './fleet-pages.ts'
import { readFleetReport } from './fleet-report.ts'
import { drawLetter } from './letter-pages.ts'
import { drawPlantReport } from './plant-pages.ts'
import { readPlantReport } from './plant-report.ts'
import { readProof } from './proof.ts'
import { drawProof } from './proof-pages.ts'
import { readReportBrand } from './report-brand.ts'
import { type ReportPeriod, requirePeriod } from './report-period.ts'
import { openLanguage } from './report-texts.ts'

/** The room's front door: PDF reports of the figures that the pages show. */
export { openFonts } from './fonts.ts'
export { nameFlows } from './name-flows.ts'
export { makePaperTemplate } from './paper-template.ts'
export { summarizeReport } from './summary.ts'
export { createSvgSurface } from './svg-surface.ts'
export type { ReportPeriod }
export type ReportOrder = Readonly<{
  period: ReportPeriod
  language: string
  /** The host whose brand the report carries: the one its reader visits, or the one this person used last. */
  host: string
  userId?: number | undefined
  publicUrl: string
  nowMs: number
  /** Of one plant: its reader may see alarms. */
  hasAlarms: boolean
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => Promise<void>) | undefined
}>

/** A plant's report as a PDF. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function makePlantReport(db: Db, plantId: number, order: ReportOrder): Promise<AsyncIterable<Uint8Array>> {
  const report = await readPlantReport(db, plantId, order)
  const language = openLanguage(order.language)
  return drawPlantReport(report, language, await readReportBrand(db, { ...order, language: language.code }))
}

/** The letter of a month as a PDF. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function makeLetter(db: Db, plantId: number, order: ReportOrder): Promise<AsyncIterable<Uint8Array>> {
  const { nowMs, period, hasAlarms } = order
  const language = openLanguage(order.language)
  const wanted = { month: period.from.slice(0, 7), hasAlarms, language: language.code, nowMs }
  const letter = await readLetter(db, plantId, wanted)
  const { zone } = await getFacts(db, plantId)
  const brand = await readReportBrand(db, { ...order, language: language.code })
  return drawLetter(letter, language, brand, { today: localDate(nowMs, zone), nowMs })
}

/** The report of all plants whose figures a person or organization may see. @throws Refusal PARAM_ERROR */
export async function makeFleetReport(
  db: Db,
  holder: Readonly<{ userId: number; organizationId: number | null }>,
  order: ReportOrder,
): Promise<AsyncIterable<Uint8Array>> {
  requirePeriod(order.period, localDate(order.nowMs, 'UTC'))
  const report = await readFleetReport(db, holder, order)
  const language = openLanguage(order.language)
  return drawFleetReport(report, language, await readReportBrand(db, { ...order, language: language.code }))
}

/**
 * All about one alarm as a signed PDF, which this installation knows again by its digest.
 * @param order.holder whose right on the alarm counts
 * @throws Refusal NOT_FOUND
 */
export async function makeProof(
  { reads, primary }: Readonly<{ reads: Db; primary: Db }>,
  plantId: number,
  alarmId: string,
  order: Omit<ReportOrder, 'period'> & Readonly<{ holder: Holder; hasDevices: boolean }>,
): Promise<AsyncIterable<Uint8Array>> {
  const { publicUrl, nowMs } = order
  const proof = await readProof(reads, plantId, alarmId, order)
  const language = openLanguage(order.language)
  const brand = await readReportBrand(reads, { ...order, language: language.code })
  const subject = { name: brand.name, place: new URL(publicUrl).hostname }
  const signer = await openSigner(primary, subject, nowMs)
  const { fingerprint } = signer
  const pages = drawProof(proof, language, brand, { fingerprint, checkAddress: `${publicUrl}${CHECK_PATH}` })
  const reason = language.translate('proof.title')
  const bytes = await pages.sign(signer, { ...subject, reason, atMs: nowMs })
  await rememberSigned(primary, bytes, { kind: 'proof', brand: brand.name, fingerprint, madeAtMs: nowMs })
  return inOne(bytes)
}

/** The page where anybody checks a file. */
const CHECK_PATH = '/reports/check'

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
