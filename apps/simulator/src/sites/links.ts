import type { LinkName } from '../fleet.ts'
import { serveModbus } from '../links/modbus-server.ts'
import { answerSunSpec } from '../links/sunspec.ts'
import type { Home, Served } from './home.ts'

/** How a home's devices answer, and how its owner has them read. */
export type Link = Readonly<{
  way: string
  /** The owner's entries beside the address. */
  settings: Readonly<Record<string, string | number>>
  /** @throws Error of the system when the port is taken */
  open: (port: number, home: Home) => Promise<Served>
}>

export const links: Readonly<Record<LinkName, Link>> = {
  sunspec: {
    way: 'modbus-tcp',
    settings: {},
    open: (port, home) => serveModbus(port, answerSunSpec(home)),
  },
}
