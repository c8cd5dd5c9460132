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

/** The choice of a way; undefined for a way of a newer server. */
export const sightOf = (way: string): ConnectSight | undefined =>
  (Object.keys(wayOf) as ConnectSight[]).find((sight) => wayOf[sight] === way)
