/** A title and a link in a frame, for the end of what a start prints: the link stands alone on its line, to be copied whole. */
export function frameLink(title: string, link: string): string {
  const width = Math.max(title.length, link.length) + 4
  const edge = '─'.repeat(width)
  const line = (text: string) => `│  ${text.padEnd(width - 2)}│`
  return ['', `┌${edge}┐`, line(title), line(link), `└${edge}┘`, ''].join('\n')
}
