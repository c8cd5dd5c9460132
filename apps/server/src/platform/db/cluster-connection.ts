import pg from 'pg'

export type ClusterConnection = {
  /** The folder of the socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** The superuser's, once its entrance is closed: never logged, never stored. */
  readonly password?: string
}

export async function clientOf(connection: ClusterConnection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}
