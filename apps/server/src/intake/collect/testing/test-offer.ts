/** An offer to read the device that a test opened at a port of this machine, without the plant that takes it. */
export function testOffer(port: number, serial: string) {
  const device = { maker: 'M', model: 'X', serial, confidence: 1, why: 'model' } as const
  const opens = { wire: 'modbus', profileId: 'test', unit: 1, ...device }
  const candidate = { key: serial, ...device, opens }
  return { way: 'modbus-tcp', host: '127.0.0.1', port, settings: { framing: 'tcp' }, candidate } as const
}
