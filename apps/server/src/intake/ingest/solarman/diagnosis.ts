import { type ForeignProtocol, recognizeForeign } from '@heliograph/wires/solarman-v5/foreign.ts'

/** Explanation for the operator when bytes other than a logger's frame arrive; the port is public and scanned. */
const sentences: Readonly<Record<ForeignProtocol, string>> = {
  tls: 'this peer speaks TLS: a logger with such firmware cannot be pointed at a plain port, any other peer is no logger',
  http: 'this peer speaks HTTP: the web pages are on another port',
  at: 'this peer speaks AT commands: the stick is not set to send data to a server (protocol TCP-CLIENT)',
  'modbus-tcp': 'this peer speaks Modbus TCP: such a device is polled, it does not push',
  mqtt: 'this peer speaks MQTT: this port is no broker',
  growatt: 'this peer is a Growatt logger: it has a protocol of its own',
  solaredge: 'this peer is a SolarEdge inverter: it has a protocol of its own',
  hoymiles: 'this peer is a Hoymiles DTU: it has a protocol of its own',
  sma: 'this peer speaks the Speedwire protocol of SMA',
  'iec-104': 'this peer speaks IEC 60870-5-104',
  proxy: 'this peer is a proxy that announces the address of its client (PROXY protocol): switch that off',
  'v5-local': 'this peer speaks as on the local port of a stick (8899): point the stick itself here',
  v4: 'this peer speaks the older frame that begins with 68, which is not supported',
}

/** This many first bytes identify every protocol we know. */
const ENOUGH = 16

export type Diagnosis = Readonly<{ protocol: ForeignProtocol; sentence: string }>

/** A connection that begins with a request or its answer, which belong to the local port of a stick. */
export const localPort: Diagnosis = { protocol: 'v5-local', sentence: sentences['v5-local'] }

/** Examines the first bytes of a connection until they are recognized, or until there are enough of them. */
export function createDiagnosis(): (chunk: Uint8Array) => Diagnosis | undefined {
  let first = new Uint8Array(0)
  let isDone = false
  return (chunk) => {
    if (isDone) return undefined
    const more = chunk.subarray(0, ENOUGH - first.length)
    const joined = new Uint8Array(first.length + more.length)
    joined.set(first)
    joined.set(more, first.length)
    first = joined
    isDone = first.length >= ENOUGH
    const protocol = recognizeForeign(first)
    if (protocol === undefined) return undefined
    isDone = true
    return { protocol, sentence: sentences[protocol] }
  }
}
