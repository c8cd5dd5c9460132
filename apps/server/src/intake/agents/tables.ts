import type { Generated } from 'kysely'
import type { AgentReport } from './agent-report.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    edge_agents: {
      id: Generated<number>
      plant_id: number
      name: string
      token_hash: Buffer
      paired_at: Stamp
      paired_by: number | null
      heard_at: Stamp | null
      report: Generated<Partial<AgentReport>>
    }
    edge_pairings: {
      plant_id: number
      code_hash: Buffer
      name: string
      agent_id: number | null
      user_id: number | null
      expires_at: Stamp
    }
    edge_requests: {
      id: Generated<number>
      agent_id: number
      kind: 'probe' | 'scan' | 'read'
      body: string
      created_at: Stamp
      taken_at: Stamp | null
      answer: unknown
      answered_at: Stamp | null
    }
  }
}
