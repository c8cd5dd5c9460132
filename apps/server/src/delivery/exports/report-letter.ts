import { buffer } from 'node:stream/consumers'
import { isLanguage } from '@heliograph/domain/languages.ts'
import { type ExportDefinition, exportLimits } from '@heliograph/domain/plant-export.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import type { Selectable } from 'kysely'
import { isInForce } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { readFile } from '../../platform/file-jobs/file-jobs.ts'
import { type Mail, toName, unsubscribeLinks, type WrittenEmail } from '../../platform/mail/mail.ts'
import { summarizeReport } from '../reports/reports.ts'
import { translateExport } from './export-texts.ts'
import { findLiveSchedule } from './live-schedule.ts'
import { mayExport } from './may-export.ts'
import { isPacked, mimeTypes, toReadersName } from './read-export.ts'
import { namePlant } from './recipients.ts'
import { type Reader, subscriptionOf } from './report-subscription.ts'
import { shareToken } from './share-token.ts'
import type { ExportSchedulesTable, PlantExportsTable } from './tables.ts'

type Row = Selectable<PlantExportsTable>
type Carrier = Readonly<{ db: Db; mail: Mail; publicUrl: string; now: () => number }>

/** Emails a finished file to one reader, unless they ended the emails meanwhile. @throws Error worth a retry */
export async function sendReport(carrier: Carrier, exportId: number, reader: Reader): Promise<void> {
  const { db, mail, publicUrl, now } = carrier
  const row = await db.kysely
    .selectFrom('plant_exports')
    .selectAll()
    .where('id', '=', exportId)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (row === undefined || row.schedule_id === null) return
  const schedule = await findLiveSchedule(db, row.schedule_id, now())
  if (schedule === undefined) return
  const person = await findReader(db, schedule, reader, row.is_test, now())
  if (person === undefined) return
  const { headers, page } = unsubscribeLinks(publicUrl, subscriptionOf(reader))
  const language = isLanguage(person.language) ? person.language : 'en'
  const translate = translateExport(language)
  const summary = await summarize(carrier, row, language)
  const isAttached = schedule.attaches && (row.size_bytes ?? 0) <= exportLimits.attachmentBytes
  const plant = toName(await namePlant(db.kysely, row.plant_id, language, 'alone'))
  const within = toName(await namePlant(db.kysely, row.plant_id, language, 'within'))
  const name = toName(schedule.name)
  const ownPage =
    row.plant_id === null ? `${publicUrl}/reports` : `${publicUrl}/plant/infos/exportdata?id=${row.plant_id}`
  const shared = () => shareToken({ exportId: row.id, recipientId: reader.id })
  const link = reader.kind === 'owner' ? ownPage : `${publicUrl}/maintain-s/station/report/shared/${shared()}`
  const content: WrittenEmail['content'] = {
    language,
    subject: `${plant}: ${name}`.slice(0, 200),
    hello: '',
    text: joinSentences([
      translate(isAttached ? 'exports.mail.attached' : 'exports.mail.linked', {
        name,
        plant: within,
        period: summary?.period ?? '',
        days: exportLimits.keptDays,
      }),
      summary?.nothing ?? '',
    ]),
    code: undefined,
    facts: summary?.facts ?? [],
    areFigures: true,
    button: {
      label: translate(reader.kind === 'owner' ? 'exports.mail.open' : 'exports.mail.download'),
      link,
      hint: '',
    },
    note: row.is_test ? translate('exports.mail.test') : undefined,
    footer: translate('exports.mail.why', { name, plant: within }),
    unsubscribe: { label: translate('exports.mail.unsubscribe'), link: page },
    ...(summary?.picture ? { picture: { alt: summary.picture.alt, png: summary.picture.png } } : {}),
  }
  await mail.sendWritten({
    id: `report.${row.id}.${reader.kind}.${reader.id}`,
    to: person.address,
    host: row.host,
    headers,
    content,
    ...(isAttached ? { attachments: [await attach(db, row, plant)] } : {}),
  })
}

async function findReader(
  { kysely }: Db,
  schedule: Selectable<ExportSchedulesTable>,
  { kind, id }: Reader,
  isTest: boolean,
  nowMs: number,
): Promise<Readonly<{ address: string; language: string }> | undefined> {
  if (kind === 'owner') {
    if (!schedule.mails_owner && !isTest) return undefined
    const query = kysely.selectFrom('users').select(['email', 'language']).where('id', '=', schedule.user_id)
    const user = await query.executeTakeFirst()
    return user === undefined || user.email === null ? undefined : { address: user.email, language: user.language }
  }
  return kysely
    .selectFrom('report_recipients')
    .select(['address', 'language'])
    .where('id', '=', id)
    .where('schedule_id', '=', schedule.id)
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where(isInForce('access_token_id', nowMs))
    .executeTakeFirst()
}

/** The figures and the picture in the email, where its sender may see the plant's figures. */
async function summarize({ db, now }: Carrier, row: Row, language: string) {
  const orderer = { plantId: row.plant_id, userId: row.user_id, organizationId: row.organization_id }
  if (!(await mayExport(db, orderer, 'viewPlantInfo', now()))) return undefined
  const { from, to } = row.definition as ExportDefinition
  return summarizeReport(db, orderer, { from, to, language, nowMs: now() })
}

async function attach(
  db: Db,
  row: Row,
  plant: string,
): Promise<Readonly<{ name: string; type: string; bytes: Buffer }>> {
  const definition = row.definition as ExportDefinition
  return {
    name: toReadersName(plant, definition),
    type: mimeTypes[definition.fileType],
    bytes: await buffer(readFile(db, { orders: 'plant_exports', id: row.id }, isPacked(definition))),
  }
}
