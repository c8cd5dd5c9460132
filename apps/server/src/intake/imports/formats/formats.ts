import { deye } from './deye.ts'
import { dutchMeters } from './dutch-meters.ts'
import { eDistribucion } from './e-distribucion.ts'
import { e3dc } from './e3dc.ts'
import { enedis } from './enedis.ts'
import { enphase } from './enphase.ts'
import { evcc } from './evcc.ts'
import { fluvius } from './fluvius.ts'
import type { MakerFormat } from './format.ts'
import { foxEss } from './fox-ess.ts'
import { franklin } from './franklin.ts'
import { fronius } from './fronius.ts'
import { goodwe } from './goodwe.ts'
import { greenButton } from './green-button.ts'
import { growatt } from './growatt.ts'
import { heliograph } from './heliograph.ts'
import { homeAssistant } from './home-assistant.ts'
import { homewizard } from './homewizard.ts'
import { huawei } from './huawei.ts'
import { meterPortals } from './meter-portals.ts'
import { nem12 } from './nem12.ts'
import { pvoutput } from './pvoutput.ts'
import { senec } from './senec.ts'
import { shelly } from './shelly.ts'
import { sma } from './sma.ts'
import { solarLog } from './solar-log.ts'
import { solaredge } from './solaredge.ts'
import { solarman } from './solarman.ts'
import { solax } from './solax.ts'
import { soliscloud } from './soliscloud.ts'
import { sungrow } from './sungrow.ts'
import { sunnyPortal } from './sunny-portal.ts'
import { tesla } from './tesla.ts'
import { victron } from './victron.ts'
import { zonneplan } from './zonneplan.ts'

/** All formats that are known; a file is of one of them or is read by the engine alone. */
export const formats: readonly MakerFormat[] = [
  ...deye,
  ...dutchMeters,
  ...e3dc,
  ...eDistribucion,
  ...enedis,
  ...enphase,
  ...evcc,
  ...fluvius,
  ...foxEss,
  ...franklin,
  ...fronius,
  ...goodwe,
  ...greenButton,
  ...growatt,
  ...heliograph,
  ...homeAssistant,
  ...homewizard,
  ...huawei,
  ...meterPortals,
  ...nem12,
  ...pvoutput,
  ...senec,
  ...shelly,
  ...sma,
  ...solarLog,
  ...solaredge,
  ...solarman,
  ...solax,
  ...soliscloud,
  ...sungrow,
  ...sunnyPortal,
  ...tesla,
  ...victron,
  ...zonneplan,
]
