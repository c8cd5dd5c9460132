import type { Socket } from 'node:net'
import { connect } from 'node:tls'

export type Certificates = Readonly<{
  /** The certificate that must be shown, SHA-256 in hexadecimal; undefined: the first one is told to `onCertificate`. */
  fingerprint: string | undefined
  onCertificate: (fingerprint: string) => void
}>

/**
 * TLS over a connection. Devices and brokers of a home sign their certificates themselves: not who signed it counts, but that
 * it stays the same.
 * @throws Error 'another certificate'
 */
export function secureSocket(plain: Socket, { fingerprint, onCertificate }: Certificates): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ socket: plain, rejectUnauthorized: false }, () => {
      const shown = socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase()
      if (shown === undefined) return reject(new Error('no certificate'))
      if (fingerprint !== undefined && shown !== fingerprint) return reject(new Error('another certificate'))
      onCertificate(shown)
      resolve(socket)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed by the device')))
  })
}
