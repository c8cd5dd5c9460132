import afore from './maps/afore-2mppt.json' with { type: 'json' }
import deyeMicro from './maps/deye-micro.json' with { type: 'json' }
import deyeThreePhase from './maps/deye-p3.json' with { type: 'json' }
import sofarG3 from './maps/sofar-g3.json' with { type: 'json' }
import sofarHybrid from './maps/sofar-hybrid.json' with { type: 'json' }
import sofarString from './maps/sofar-string.json' with { type: 'json' }
import solis from './maps/solis-3p-4g.json' with { type: 'json' }
import type { RegisterMap } from './register-map.ts'

/** The register map of the devices that a profile describes. Which device it really is must be read first: `proves`. */
const mapOfProfile: Readonly<Record<string, unknown>> = {
  'solis-0507': solis,
  'solis-0503': solis,
  'solis-0504': solis,
  'sofar-2701': sofarString,
  'sofar-2703': sofarHybrid,
  'sofar-2708': sofarHybrid,
  'sofar-270a': sofarG3,
  'deye-5408': deyeMicro,
  'deye-5411': deyeThreePhase,
  'afore-dd01': afore,
}

/** The registers of a device by the id of its profile; undefined when no map is known. The maps' shape is tested. */
export const findRegisterMap = (profileId: string): RegisterMap | undefined =>
  mapOfProfile[profileId] as RegisterMap | undefined
