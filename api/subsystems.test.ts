import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { type RegisteredRoute, SUBSYSTEMS } from './route-config.ts'
import { makeAdmin, newTenant, openTestApi } from './test-api.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

const urlOf = ({ url }: RegisteredRoute) => url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')

test.each(SUBSYSTEMS)('%s, when disabled, answers 503 on all of its routes, and no other route does', async (name) => {
  const api = await openTestApi(server, { deps: { disabled: new Set([name]) } })
  const token = await makeAdmin(api, await newTenant(api, 'acme'))
  // Signing out would leave no credential for the other routes.
  const routes = api.api.routes.filter(({ method, url, config }) => {
    return method !== 'HEAD' && !config.unlimited && !url.endsWith('/auth/logout')
  })
  expect(routes.filter(({ config }) => config.subsystem === name)).not.toEqual([])
  for (const route of routes) {
    const { status, body } = await api.ask(route.method, urlOf(route), { token })
    const isOff = status === 503 && String(body?.detail).includes('switched off')
    expect([route.method, route.url, isOff]).toEqual([route.method, route.url, route.config.subsystem === name])
  }
  expect((await api.ask('GET', '/health')).body.disabled).toEqual([name])
  await api.close()
})
