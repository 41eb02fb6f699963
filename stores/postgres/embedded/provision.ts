import pg from 'pg'
import type { Credentials } from './credentials.ts'

export const DATABASE = 'svc'

export function urlOf(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

/**
 * `svc_owner` owns the database and runs migrations, the services sign in as `svc_app`, which owns nothing, and the
 * owner becomes `svc_operator` for work across tenants. None of them bypasses row security.
 */
export async function provision(port: number, credentials: Credentials): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres', credentials.superuser, port, 'postgres') })
  // The running or the next statement rejects with it. Without a listener a server that ends would end this process too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await createRole(client, 'svc_owner', `LOGIN PASSWORD '${credentials.owner}'`)
    await createRole(client, 'svc_app', `LOGIN PASSWORD '${credentials.app}'`)
    await createRole(client, 'svc_operator', 'NOLOGIN')
    await client.query('GRANT svc_app, svc_operator TO svc_owner WITH INHERIT FALSE, SET TRUE')
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER svc_owner`)
    await client.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`)
    await client.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO svc_app`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Names and passwords are our own constants and hexadecimal: a utility statement takes no parameters. */
async function createRole(client: pg.Client, name: string, rights: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
  if (rowCount === 0) await client.query(`CREATE ROLE ${name} ${rights}`)
}
