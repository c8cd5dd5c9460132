import type { Candidate } from '@heliograph/collect/way.ts'
import type { AgentCandidate } from '@heliograph/contract/agent-s/agent.ts'

export const toWire = ({ opens, key, maker, model, serial, firmware, ...candidate }: Candidate): AgentCandidate => ({
  ...candidate,
  key: key.slice(0, 200),
  maker: maker.slice(0, 100),
  model: model.slice(0, 100),
  serial: serial.slice(0, 100),
  ...(firmware !== undefined && { firmware: firmware.slice(0, 100) }),
  opens: JSON.stringify(opens ?? null),
})

export const fromWire = ({ opens, firmware, role, logger, ...candidate }: AgentCandidate): Candidate => ({
  ...candidate,
  ...(firmware !== undefined && { firmware }),
  ...(role !== undefined && { role }),
  ...(logger !== undefined && { logger }),
  opens: JSON.parse(opens) as unknown,
})
