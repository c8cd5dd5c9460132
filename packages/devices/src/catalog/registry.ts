import { registersOf } from '../reads/reads.ts'
import type { RegisterMap } from '../reads/register-map/register-map.ts'
import { aforeDd01 } from './afore/dd01.ts'
import { deyeHybrid } from './deye/hybrid.ts'
import { deyeMicro } from './deye/micro.ts'
import { findPolledProfile } from './polled-profiles.ts'
import type { Profile } from './profile.ts'
import { sofarHydEs } from './sofar/hyd-es.ts'
import { sofarKtlX } from './sofar/ktl-x.ts'
import { sofarKtlxG3 } from './sofar/ktlx-g3.ts'
import { sofarMe3000Sp } from './sofar/me3000sp.ts'
import { solisLan, solisShort, solisWifi } from './solis/string.ts'

/** A device model is one file and one line here. */
export const profiles: readonly Profile[] = [
  solisWifi,
  solisLan,
  solisShort,
  sofarKtlX,
  sofarMe3000Sp,
  sofarHydEs,
  sofarKtlxG3,
  deyeMicro,
  deyeHybrid,
  aforeDd01,
]

const byId = new Map(profiles.map((profile) => [profile.id, profile]))

/** The profile with an id as stored with a device, for example `solis-0507`; undefined when unknown. */
export const findProfileById = (id: string): Profile | undefined => byId.get(id) ?? findPolledProfile(id)

/** The registers of a device by the id of its profile; undefined when no map is known. */
export function findRegisterMap(profileId: string): RegisterMap | undefined {
  const profile = findProfileById(profileId)
  return profile && registersOf(profile)
}
