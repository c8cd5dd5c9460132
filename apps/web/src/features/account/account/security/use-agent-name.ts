import { readAgent } from '@heliograph/domain/user-agent.ts'
import { useText } from '../../../../texts/use-text.tsx'

/** "Chrome on Windows", or the known part of it. */
export function useAgentName(): (userAgent: string) => string {
  const { text } = useText()
  return (userAgent) => {
    const { browser, system } = readAgent(userAgent)
    if (browser && system) return text('security.agent', { browser, system })
    return browser ?? system ?? text('security.agent.unknown')
  }
}
