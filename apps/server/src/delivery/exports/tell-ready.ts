import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { translateExport } from './export-texts.ts'
import type { PlantExportsTable } from './tables.ts'

/** Emails the person that a file is ready: a link to the plant's page, which asks for the sign-in. */
export async function tellReady(
  transaction: Kysely<Tables>,
  options: Readonly<{
    mail: Mail
    publicUrl: string
    row: Selectable<PlantExportsTable>
  }>,
): Promise<void> {
  const { mail, publicUrl, row } = options
  const found = await transaction
    .selectFrom('users as u')
    .leftJoin('plants as p', (join) => join.on('p.id', '=', row.plant_id))
    .select(['u.account', 'u.email', 'u.language', 'p.name'])
    .where('u.id', '=', row.user_id)
    .executeTakeFirst()
  if (found === undefined || found.email === null) return
  const link = row.plant_id === null ? `${publicUrl}/reports` : `${publicUrl}/plant/infos/exportdata?id=${row.plant_id}`
  const translate = translateExport(found.language)
  const plant = found.name ?? translate('exports.allPlants')
  const within = found.name ?? translate('exports.allPlants.within')
  const values = { account: found.account, plant, within, link }
  const { email: to, language } = found
  await mail.sendEmail(
    {
      to,
      language,
      kind: 'plantExportReady',
      values,
      host: new URL(publicUrl).hostname,
    },
    transaction,
  )
}
