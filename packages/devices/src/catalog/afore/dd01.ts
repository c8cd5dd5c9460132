import { readsRegisters } from '../../reads/reads.ts'
import afore from '../../reads/register-map/maps/afore-2mppt.json' with { type: 'json' }
import { field } from '../../reads/v5-record/record-layout.ts'
import type { Profile } from '../profile.ts'

const BLOCK_AT = 69

/** The position of register `index` in the Modbus reply: behind unit, function and byte count. */
const registerAt = (index: number): number => BLOCK_AT + 3 + 2 * index

/**
 * Afore, also PVBlink: three 16-character texts, then a Modbus reply. The block matches neither of the public Afore
 * register lists (its 62 bytes are no range of theirs), and the only public capture lacks five bytes, so only the
 * register before the first gap is named: the rating, 6000 in a PVBS6K. The raw record is worth keeping.
 */
export const aforeDd01: Profile = {
  id: 'afore-dd01',
  maker: 'Afore',
  model: 'BNT / PVBlink PVBS',
  deviceType: 'INVERTER',
  hybrid: false,
  confidence: 'experimental',
  mpptCount: 2,
  phaseCount: 1,
  stateNames: {},
  faults: [],
  reads: [
    {
      wire: 'solarman-v5',
      sensorType: 0xdd01,
      payloadLength: 260,
      serial: { at: 21, length: 16 },
      texts: [
        { name: 'maker', at: 37, length: 16, as: 'ascii' },
        { name: 'model', at: 53, length: 16, as: 'ascii' },
      ],
      modbusBlock: { at: BLOCK_AT, byteCount: 62 },
      fields: [field(registerAt(2), 'u16be', 'ratedPowerW')],
    },
    readsRegisters(afore),
  ],
  computed: [],
}
