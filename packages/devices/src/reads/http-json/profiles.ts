import type { HttpProfile } from './profile.ts'
import { enphase } from './profiles/enphase.ts'
import { fronius } from './profiles/fronius.ts'
import { homewizard } from './profiles/homewizard.ts'
import { kostalPiko } from './profiles/kostal-piko.ts'
import { opendata } from './profiles/opendata.ts'
import { opendtu } from './profiles/opendtu.ts'
import { shelly1, shelly2 } from './profiles/shelly.ts'
import { youless } from './profiles/youless.ts'

/** Every profile; a new one is a file and a row here. */
export const httpProfiles: readonly HttpProfile[] = [
  fronius,
  enphase,
  homewizard,
  shelly2,
  shelly1,
  opendtu,
  kostalPiko,
  youless,
  opendata,
]

/** The profile of an id, or undefined. */
export const findHttpProfile = (id: string): HttpProfile | undefined => httpProfiles.find((item) => item.id === id)
