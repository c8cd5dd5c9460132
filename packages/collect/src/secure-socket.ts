import { isIP, type Socket } from 'node:net'
import { connect } from 'node:tls'

/** In place of a fingerprint: a known authority signed the certificate, and must have signed the next one. */
export const SIGNED = 'signed'

export type Certificates = Readonly<{
  /** The certificate that must be shown, SHA-256 in hexadecimal, or `SIGNED`; undefined: the first one is told to `onCertificate`. */
  fingerprint: string | undefined
  onCertificate: (fingerprint: string) => void
  /** A certificate that a known authority signed for this name may change: it is renewed every few months. */
  name?: string
}>

/**
 * TLS over a connection. Devices and brokers of a home sign their certificates themselves: not who signed it counts, but that
 * it stays the same.
 * @throws Error 'another certificate'
 */
export function secureSocket(plain: Socket, { fingerprint, onCertificate, name }: Certificates): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const servername = name !== undefined && isIP(name) === 0 ? name : undefined
    const socket = connect({ socket: plain, rejectUnauthorized: false, ...(servername && { servername }) }, () => {
      if (servername !== undefined && socket.authorized) {
        onCertificate(SIGNED)
        return resolve(socket)
      }
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
