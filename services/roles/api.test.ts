import { pino } from 'pino'
import { expect, test } from 'vitest'
import { freePort, withTestPostgres } from '../../stores/postgres/testing.ts'
import { config, PORTS } from '../config.ts'
import { startApi } from './api.ts'

test('the role answers on its port, and is gone when it was stopped', async () => {
  const server = await withTestPostgres()
  try {
    const settings = config({
      SVC_DATABASE_APP_URL: server.appUrl,
      SVC_CREDENTIAL_KEY: `${Buffer.alloc(32, 7).toString('base64url')}=`,
    })
    const portOffset = (await freePort()) - PORTS.api
    const role = await startApi({ ...settings, portOffset }, pino({ level: 'silent' }))
    const health = await fetch(`${role.url}/health`)
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok', subsystems: { postgres: 'ok' } }])
    expect((await fetch(`${role.url}/api/v1/users`)).status).toBe(401)
    const wrong = await fetch(`${role.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@b.example', password: 'guess' }),
    })
    expect(wrong.status).toBe(401)
    await role.stop()
    await expect(fetch(`${role.url}/health`)).rejects.toThrow()
  } finally {
    await server.close()
  }
})
