/**
 * A file that adds an unknown code to the library, ready to be completed and sent to the project. It says nothing of
 * the plant or its people.
 * @param seenAtMs when a device reported it, UTC milliseconds
 */
export function writeContribution({
  maker,
  profileId,
  code,
  seenAtMs,
}: Readonly<{ maker: string; profileId: string | null; code: string; seenAtMs: number }>): string {
  const seen = new Date(seenAtMs).toISOString()
  const open = { name: '', severity: '', cause: '', remedy: '', source: '' }
  return `${JSON.stringify({ maker, profile: profileId, code, seen, ...open }, null, 2)}\n`
}
