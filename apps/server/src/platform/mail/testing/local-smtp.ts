import { createServer, type Socket } from 'node:net'

/** How the service at the other end behaves. */
export type Behavior = 'answers' | 'refuses' | 'hangs' | 'is busy'
export type LocalSmtp = Readonly<{ port: number; letters: readonly string[]; close: () => Promise<void> }>

/**
 * As much of a mail server as one email needs (RFC 5321), on this machine.
 * @param onLetter called with each whole email
 */
export async function startLocalSmtp(
  behave: () => Behavior = () => 'answers',
  onLetter: (letter: string) => void = () => {},
): Promise<LocalSmtp> {
  const letters: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    if (behave() === 'hangs') return
    let text = ''
    let isData = false
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    say('220 local')
    socket.on('data', (part) => {
      text += part
      if (isData && text.includes('\r\n.\r\n')) {
        letters.push(text)
        onLetter(text)
        isData = false
        text = ''
        say('250 taken')
      }
      for (let end = text.indexOf('\r\n'); end >= 0 && !isData; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        isData = line === 'DATA'
        say(isData ? '354 go on' : answerTo(line, behave()))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    letters,
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function answerTo(line: string, behavior: Behavior): string {
  if (line.startsWith('RCPT') && behavior === 'refuses') return '550 no such person'
  if (line.startsWith('RCPT') && behavior === 'is busy') return '450 try later'
  return line.startsWith('QUIT') ? '221 bye' : '250 fine'
}
