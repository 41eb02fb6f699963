/** The promises of a declared operation: the acting, the schemas and the shape of the answer. */
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { openPostgres, type Postgres } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { permissionSet } from '../../identity/accounts/index.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { type Actor, programIn } from './actor.ts'
import { operationsOf } from './operation.ts'
import type { MutationDeps } from './perform.ts'
import type { ActEntry } from './record.ts'

const acme = tenantId('acme')
let server: TestPostgres
let pool: Postgres
const recorded: ActEntry[] = []
const acting = (): MutationDeps => ({ pool, audit: async (_, entry) => void recorded.push(entry) })

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: (await server.database()).appUrl, poolSize: 2 })
  await createTenant(pool, { id: acme })
}, 120_000)
afterAll(async () => {
  await pool.end()
  await server.close()
})
beforeEach(() => {
  recorded.length = 0
})

type Deps = { readonly words: string[] }
const operation = operationsOf<Deps>()
const callOf = (permission: 'alerts:read' | 'alerts:write') => {
  const actor: Actor = {
    ...programIn(acme, 'agent', 'run-1'),
    requestId: 'r',
    permissions: permissionSet([permission]),
  }
  return { actor, nowMs: 7, deps: { words: [] } as Deps }
}

const shown = Type.Object({ id: Type.String(), at: Type.String({ format: 'date-time' }) })
const insert = `INSERT INTO entity_changes (kind, entity_id, document) VALUES ('alert_created', $1, '{}')`
const rename = operation({
  ...{ name: 'things.rename', summary: 'Rename a thing', permission: 'alerts:write', audit: 'thing:renamed' },
  path: 'POST /things/:thing_id/rename',
  query: Type.Object({ loud: Type.Optional(Type.Boolean()) }),
  body: Type.Object({ title: Type.String() }),
  output: shown,
  async run({ tx, note, nowMs, deps }, { thing_id: id, title, loud }) {
    deps.words.push(`${tx.tenantId} ${id} ${title} ${loud}`)
    await tx.run(insert, [id])
    note({ resource: 'thing', resourceId: id })
    return { id, at: new Date(nowMs), secret: 'is not shown' }
  },
})
const kept = () =>
  operation({
    ...{ name: 'things.list', summary: 'Things', permission: 'alerts:read', path: 'GET /things' },
    output: Type.Object({ ids: Type.Array(Type.String()) }),
    run: async ({ tx }) => ({
      ids: await tx.many((row) => String(row.entity_id), 'SELECT entity_id FROM entity_changes ORDER BY 1'),
    }),
  }).invoke(acting(), callOf('alerts:read'), {})

describe('an operation', () => {
  test('is described by its declaration', () => {
    expect(rename).toMatchObject({
      ...{ method: 'POST', url: '/things/:thing_id/rename', status: 200, audit: ['thing:renamed'], removes: undefined },
      params: { properties: { thing_id: { type: 'string', format: 'uuid' } } },
    })
  })

  test('runs in one transaction of its actor, is audited, and answers by its schema', async () => {
    const call = callOf('alerts:write')
    const answer = await rename.invoke(acting(), call, { thing_id: 'one', title: 'new', loud: true })
    expect(answer).toEqual({ id: 'one', at: '1970-01-01T00:00:00.007Z' })
    expect(call.deps.words).toEqual(['acme one new true'])
    const act = { action: 'thing:renamed', resource: 'thing', resourceId: 'one' }
    expect(recorded).toMatchObject([{ tenantId: acme, actorId: 'run-1', ...act }])
    expect(await kept()).toEqual({ ids: ['one'] })
    expect(recorded).toHaveLength(1)
  })

  test('is refused without the permission before it begins, and rolled back when its audit entry fails', async () => {
    const before = await kept()
    const call = callOf('alerts:read')
    const input = { thing_id: 'two', title: 'x' }
    await expect(rename.invoke(acting(), call, input)).rejects.toMatchObject({ code: 'forbidden' })
    expect(call.deps.words).toEqual([])
    const full: MutationDeps = { pool, audit: () => Promise.reject(new Error('the audit log is full')) }
    await expect(rename.invoke(full, callOf('alerts:write'), input)).rejects.toThrow('the audit log is full')
    expect([await kept(), recorded]).toEqual([before, []])
  })
})

describe('an operation that asks others', () => {
  const declared = operation.outside({
    ...{ name: 'things.look_up', summary: 'Look up', permission: 'alerts:write', audit: 'thing:looked_up' },
    path: 'POST /things/look-up',
    output: Type.Object({ open: Type.Integer() }),
    async run({ work, deps }) {
      deps.words.push('asked')
      const open = pool.totalCount - pool.idleCount
      await work(async (_, note) => note({ resource: 'thing', resourceId: 'three' }))
      return { open }
    },
  })

  test('uses no connection while it waits, and records in the transaction that it opens', async () => {
    expect(await declared.invoke(acting(), callOf('alerts:write'), {})).toEqual({ open: 0 })
    expect(recorded).toMatchObject([{ action: 'thing:looked_up', resourceId: 'three' }])
  })

  test('checks the permission before it sends any request', async () => {
    const call = callOf('alerts:read')
    await expect(declared.invoke(acting(), call, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect([call.deps.words, recorded]).toEqual([[], []])
  })
})

describe('a public operation', () => {
  const enter = operation.public({
    ...{ name: 'things.enter', summary: 'Enter', audit: 'thing:entered', path: 'POST /things/enter' },
    body: Type.Object({ secret: Type.String() }),
    output: Type.Object({ id: Type.String() }),
    async run({ workIn, readIn, afterResponse, deps }, { secret }) {
      if (secret !== 'right') {
        afterResponse('the audit of a failed entry', () =>
          readIn(acme, (_, record) => record('thing:refused', { resource: 'thing', resourceId: secret })),
        )
        return { id: 'nothing' }
      }
      return workIn(acme, async (tx, note) => {
        deps.words.push(tx.tenantId)
        note({ resource: 'thing', resourceId: secret })
        return { id: secret }
      })
    },
  })
  const later: (() => Promise<void>)[] = []
  const asking = () => ({
    ...{ origin: { ip: '192.0.2.7', requestId: 'r' }, nowMs: 7, deps: { words: [] } as Deps },
    afterResponse: (_: string, work: () => Promise<void>) => later.push(work) > 0,
  })

  test('runs as an anonymous actor in the tenant of the caller’s proof, with the caller’s address', async () => {
    expect(await enter.invoke(acting(), asking(), { secret: 'right' })).toEqual({ id: 'right' })
    const act = { action: 'thing:entered', actorKind: 'nobody', actorId: null, actorIp: '192.0.2.7' }
    expect(recorded).toMatchObject([{ tenantId: acme, resourceId: 'right', ...act }])
  })

  test('runs work after its answer, so that the caller cannot time it', async () => {
    expect(await enter.invoke(acting(), asking(), { secret: 'wrong' })).toEqual({ id: 'nothing' })
    expect(recorded).toEqual([])
    await later.shift()?.()
    expect(recorded).toMatchObject([{ action: 'thing:refused', actorKind: 'nobody', resourceId: 'wrong' }])
    const { afterResponse: _, ...without } = asking()
    await expect(enter.invoke(acting(), without, { secret: 'wrong' })).rejects.toThrow('its caller has no answer')
  })

  test('refuses a signed-in caller when it is public, and an anonymous caller otherwise', async () => {
    await expect(enter.invoke(acting(), callOf('alerts:write'), { secret: 'right' })).rejects.toThrow('not signed in')
    await expect(rename.invoke(acting(), asking(), { thing_id: 'x', title: 'y' })).rejects.toThrow('who is known')
    expect(recorded).toEqual([])
  })
})

describe('a list', () => {
  const things = [1, 2, 3].map((n) => ({ id: `t${n}`, ownerName: `owner ${n}`, secret: n }))
  const item = Type.Object({ id: Type.String(), owner_name: Type.String() })
  const list = operation.list({
    ...{ name: 'things.all', summary: 'Things', permission: 'alerts:read', path: 'GET /things/all', item },
    filters: { from: Type.Optional(Type.Integer()) },
    run: async (_, { from = 0 }) => things.slice(from),
  })

  test('is paged, and its output has the fields and spelling of the schema', async () => {
    const shown = (n: number) => ({ id: `t${n}`, owner_name: `owner ${n}` })
    const ask = (input: object) => list.invoke(acting(), callOf('alerts:read'), input)
    expect(await ask({ limit: 2 })).toEqual({ items: [shown(1), shown(2)], next_cursor: 't2' })
    expect(await ask({ limit: 2, cursor: 't2' })).toEqual({ items: [shown(3)] })
    expect(await ask({ limit: 2, from: 2 })).toEqual({ items: [shown(3)] })
    await expect(ask({ limit: 2, cursor: 'other' })).rejects.toThrow('not a cursor')
    expect(Object.keys(list.query?.properties ?? {})).toEqual(['limit', 'cursor', 'from'])
  })

  test('that the database pages continues after the last row of the page', async () => {
    const at = '2026-05-01 10:00:00+00'
    const uuids = ['0', '1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
    const pages = operation.page({
      ...{ name: 'things.page', summary: 'Things', permission: 'alerts:read', path: 'GET /things/page', item },
      run: async (_, __, { rows, after }) =>
        uuids
          .slice(after === null ? 0 : uuids.indexOf(after[1]) + 1)
          .slice(0, rows)
          .map((id) => ({ item: { id, owner_name: 'x' }, position: [at, id] as const })),
    })
    const ask = (input: object) => pages.invoke(acting(), callOf('alerts:read'), input)
    const first = (await ask({ limit: 2 })) as { items: { id: string }[]; next_cursor: string }
    expect(first.items.map(({ id }) => id)).toEqual(uuids.slice(0, 2))
    expect(await ask({ limit: 2, cursor: first.next_cursor })).toEqual({ items: [{ id: uuids[2], owner_name: 'x' }] })
  })
})

describe('a request that its sender may repeat', () => {
  let done = 0
  const count = async () => ({ howOften: ++done, at: new Date(7) })
  const about = { summary: 's', permission: 'alerts:write', audit: 'thing:counted', idempotent: true } as const
  const output = Type.Object({ how_often: Type.Integer(), at: Type.String({ format: 'date-time' }) })
  const inside = operation({ ...about, name: 'things.count', path: 'POST /things/count', output, run: count })
  const outside = operation.outside({
    ...{ ...about, name: 'things.count_outside', path: 'POST /things/count-outside', output },
    run: ({ workOnce }) => workOnce(count),
  })

  test.each([
    ['inside one transaction', inside],
    ['beside others', outside],
  ])('is done once %s, answered as before, and recorded once', async (_, counted) => {
    done = 0
    const ask = (key: string | null, body: object = {}) => {
      const repeatable = key === null ? undefined : { route: `POST ${counted.url}`, key, body }
      return counted.invoke(acting(), { ...callOf('alerts:write'), repeatable }, {})
    }
    const first = { how_often: 1, at: '1970-01-01T00:00:00.007Z' }
    expect([await ask('k'), await ask('k')]).toEqual([first, first])
    expect(recorded).toHaveLength(1)
    expect([await ask('other'), await ask(null)]).toMatchObject([{ how_often: 2 }, { how_often: 3 }])
    await expect(ask('k', { other: true })).rejects.toThrow()
  })
})

describe('a declaration is refused at start', () => {
  const base = { summary: 's', permission: 'alerts:write', output: Type.Object({}), run: async () => ({}) } as const
  test.each([
    ['that changes something and records nothing', { name: 'a.b', path: 'POST /a' }, 'names its audit action'],
    ['whose name is none', { name: 'Thing', path: 'GET /a' }, 'is a name of an operation'],
    [
      'that takes one member from two places',
      { name: 'a.b', path: 'GET /a/:id', query: Type.Object({ id: Type.String() }) },
      'each member of its input once',
    ],
  ] as const)('%s', (_, declared, why) => {
    expect(() => operation({ ...base, ...declared } as never)).toThrow(why)
  })
})
