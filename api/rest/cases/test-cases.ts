/** An API with the people of one tenant and one of another, for the tests of cases. */
import type { TenantId } from '../../../platform/tenant.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { type Answer, type Ask, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

export type TestCases = {
  readonly api: TestApi
  readonly acme: TenantId
  /** Ids of users by their name. */
  readonly users: Readonly<Record<string, string>>
  readonly clock: { ms: number }
  ask(name: string, method: string, url: string, body?: object, more?: Ask): Promise<Answer>
  /** A case that ann opened. */
  open(more?: object): Promise<Answer['body']>
  alert(more?: object): Promise<string>
  close(): Promise<void>
}

const DAY_MS = 86_400_000
/** The next Monday, nine in the morning in UTC: what the database dates itself is before it. */
export const MONDAY = mondayAfter(Date.now())
/** A token is good for 30 minutes of the clock of the test. */
const TOKEN_MS = 20 * 60_000

function mondayAfter(ms: number): number {
  const day = Math.floor(ms / DAY_MS) + 1
  const untilMonday = (11 - (day % 7)) % 7 // the first day of Unix time was a Thursday
  return (day + untilMonday) * DAY_MS + 9 * 3_600_000
}

export async function openTestCases(): Promise<TestCases> {
  const server: TestPostgres = await withTestPostgres()
  const clock = { ms: MONDAY }
  const api = await openTestApi(server, { clock })
  const acme = await makeTenant(api, 'acme')
  const bolt = await makeTenant(api, 'bolt')
  const roles = { ann: 'soc_analyst', ben: 'soc_analyst', tess: 'tenant_admin', vic: 'viewer' }
  const tokens = new Map<string, { readonly token: Promise<string>; readonly atMs: number }>()
  const users: Record<string, string> = {}
  for (const [name, role] of Object.entries(roles)) users[name] = await makeUser(api, acme, name, role)
  users.bob = await makeUser(api, bolt, 'bob', 'tenant_admin')
  /** Requests at once share one sign-in: the API refuses many of one person on a busy machine. */
  const tokenFor = (name: string): Promise<string> => {
    const known = tokens.get(name)
    if (known && Math.abs(clock.ms - known.atMs) < TOKEN_MS) return known.token
    const token = tokenOf(api, name === 'bob' ? bolt : acme, name)
    tokens.set(name, { token, atMs: clock.ms })
    return token
  }
  const ask: TestCases['ask'] = async (name, method, url, body, more = {}) => {
    // Changes written at one time have no order.
    if (method !== 'GET') clock.ms++
    return api.ask(method, url, { token: await tokenFor(name), ...(body ? { body } : {}), ...more })
  }
  return {
    ...{ api, acme, users, clock, ask },
    open: async (more = {}) => (await ask('ann', 'POST', 'cases', { title: 'A case', severity: 'high', ...more })).body,
    alert: async (more = {}) =>
      (await ask('ann', 'POST', 'alerts', { title: 'An alert', severity: 'high', ...more })).body.id,
    async close() {
      await api.close()
      await server.close()
    },
  }
}
