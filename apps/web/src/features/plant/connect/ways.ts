/** The way that stands behind a choice of the question "What do you see at home?". */
export const wayOf = {
  network: 'modbus-tcp',
  local: 'solarman-local',
  meter: 'meter-stream',
  home: 'home-assistant',
  broker: 'mqtt',
  api: 'http-json',
} as const

export type ConnectSight = keyof typeof wayOf

/** The place of a target in words; a logger that is read over its own connection has no address. */
export const placeOf = (
  { way, host, port }: Readonly<{ way: string; host: string; port: number }>,
  text: (key: 'targets.line.place', args: Readonly<{ serial: string }>) => string,
): string => (way === 'solarman-push' ? text('targets.line.place', { serial: host }) : `${host}:${port}`)

/** The choice of a way; undefined for a way of a newer server. */
export const sightOf = (way: string): ConnectSight | undefined =>
  (Object.keys(wayOf) as ConnectSight[]).find((sight) => wayOf[sight] === way)
