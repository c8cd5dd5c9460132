import type { SupportContact } from '@heliograph/domain/brand/brand-parts.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Brand, BrandText } from './brand.ts'
import { ANY_HOST, forgetBrands, readBrand } from './brand-book.ts'

export { type AcceptedTexts, findTextsToAccept } from './accepted-texts.ts'
export { type AppIcon, appIcons, drawAppIcon, getAppManifest } from './app-manifest.ts'
export { forgetBrands, keepBrands, readBrand, setLegalTexts, type Visited } from './brand-book.ts'
export {
  addDomain,
  checkDomain,
  confirmDomain,
  type DomainProofs,
  listDomains,
  removeDomain,
} from './brand-domains.ts'
export { exportBrand, importBrand } from './brand-file.ts'
export { addPicture, readPicture } from './brand-pictures.ts'
export {
  addProject,
  type BrandKeeper,
  getProject,
  getVersion,
  listProjects,
  removeProject,
  rollBack,
  saveVersion,
  setStatus,
} from './brand-projects.ts'
export { readLegalTexts } from './legal-links.ts'
export { findMaps } from './map-sources.ts'
export { findReaderVisit, noteVisit, type Reader, readVisit, styleLink, writeVisit } from './reader-brand.ts'
export { findSuspension, mayEnter, type Suspension } from './suspension.ts'
export type { Brand, BrandText }

/** The brand of a host name. Parts that its row leaves out are as for every host, and so is a host without a row. */
export const getBrand = (db: Db, host: string): Promise<Brand> => readBrand(db, { host })

/** Of every host that names no other. */
export const getSupport = async (db: Db): Promise<SupportContact> => (await getBrand(db, '')).support

export async function setSupport(db: Db, support: SupportContact): Promise<void> {
  const data = JSON.stringify({ support })
  await sql`
    insert into brands (host, data) values (${ANY_HOST}, ${data}::jsonb)
    on conflict (host) do update set data = brands.data || excluded.data`.execute(db.kysely)
  forgetBrands(db)
}
