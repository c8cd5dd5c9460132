import type { Db } from '../db/database.ts'
import { findProject, readBrand, readIndex, type Visited } from './brand-book.ts'

/** A brand that is out of service. @see mayEnter */
export type Suspension = Readonly<{ organizationId: number | null }>

/** The suspension of the visited brand, or undefined. Costs nothing where brands are kept in memory. */
export async function findSuspension(db: Db, visited: Visited): Promise<Suspension | undefined> {
  const project = findProject(await readIndex(db), visited)
  if (project !== undefined) return project.status === 'OK' ? undefined : { organizationId: project.organizationId }
  return (await readBrand(db, visited)).status === 'OK' ? undefined : { organizationId: null }
}

/** Only who can lift a suspension, or ask for it: administrators of the server and of the brand's organization. */
export async function mayEnter({ kysely }: Db, { organizationId }: Suspension, userId: number): Promise<boolean> {
  const row = await kysely
    .selectFrom('users as u')
    .leftJoin('organization_members as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.organization_id', '=', organizationId).on('m.role', '=', 'admin'),
    )
    .select(['u.is_admin', 'm.role'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && (row.is_admin || row.role !== null)
}
