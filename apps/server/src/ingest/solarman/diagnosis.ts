import { type ForeignProtocol, recogniseForeign } from '@heliograph/devices/wire/solarman-v5/foreign.ts'

/** What an operator needs to know when something else than a logger's frame arrives; the port is public and scanned. */
const sentences: Readonly<Record<ForeignProtocol, string>> = {
  tls: 'this peer speaks TLS: a logger with such firmware cannot be pointed at a plain port, any other peer is no logger',
  http: 'this peer speaks HTTP: the web pages are on another port',
  at: 'this peer speaks AT commands: the stick is not set to send data to a server (protocol TCP-CLIENT)',
  'modbus-tcp': 'this peer speaks Modbus TCP: such a device is polled, it does not push',
  mqtt: 'this peer speaks MQTT: this port is no broker',
  v4: 'this peer speaks the older frame that begins with 68, which is not supported',
}

/** So many first bytes tell every protocol we know. */
const enough = 16

export type Diagnosis = Readonly<{ protocol: ForeignProtocol; sentence: string }>

/** Looks at the first bytes of a connection until they are known to be something, or there are enough of them. */
export function createDiagnosis(): (chunk: Uint8Array) => Diagnosis | undefined {
  let first = new Uint8Array(0)
  let isDone = false
  return (chunk) => {
    if (isDone) return undefined
    const more = chunk.subarray(0, enough - first.length)
    const joined = new Uint8Array(first.length + more.length)
    joined.set(first)
    joined.set(more, first.length)
    first = joined
    isDone = first.length >= enough
    const protocol = recogniseForeign(first)
    if (protocol === undefined) return undefined
    isDone = true
    return { protocol, sentence: sentences[protocol] }
  }
}
