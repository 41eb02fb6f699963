/** Templates, fields, files, time, similar cases, bulk changes and the export. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytes } from '../../../stores/postgres/columns.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { openTestCases, type TestCases } from './test-cases.ts'

let cases: TestCases
beforeAll(async () => {
  cases = await openTestCases()
}, 120_000)
afterAll(() => cases.close())

const ask: TestCases['ask'] = (...args) => cases.ask(...args)
const open: TestCases['open'] = (more) => cases.open(more)

describe('a template', () => {
  test('opens cases with its fields and ordered tasks, and fields of the request override it', async () => {
    const tasks = [
      { title: 'Ask the user', category: 'triage', due_minutes: 30 },
      { title: 'Reset the password', category: 'containment', depends_on: 0 },
    ]
    const body = { name: 'phish', title: 'Phishing', severity: 'low', tags: ['phish'], tasks }
    const template = (await ask('tess', 'POST', 'case-templates', body)).body
    expect((await ask('tess', 'POST', 'case-templates', body)).status).toBe(409)
    const made = (await ask('ann', 'POST', 'cases', { template_id: template.id, severity: 'high' })).body
    expect(made).toMatchObject({ title: 'Phishing', severity: 'high', tags: ['phish'] })
    const [first, second] = (await ask('vic', 'GET', `cases/${made.id}/tasks`)).body.items
    expect(first).toMatchObject({ title: 'Ask the user', due_at: new Date(cases.clock.ms + 30 * 60_000).toISOString() })
    expect(second).toMatchObject({
      depends_on_task_id: first.id,
      blocked_reason: expect.stringContaining('Ask the user'),
    })
    await ask('tess', 'DELETE', `case-templates/${template.id}`)
    expect((await ask('ann', 'POST', 'cases', { template_id: template.id })).status).toBe(422)
    const later = { ...body, name: 'x', tasks: [{ title: 'a', depends_on: 1 }, { title: 'b' }] }
    expect((await ask('tess', 'POST', 'case-templates', later)).status).toBe(422)
  })
})

describe('a custom field', () => {
  test('checks its type, merges into the existing fields, and is removed by null', async () => {
    await ask('tess', 'POST', 'case-fields', { key: 'cost', label: 'Cost', type: 'number' })
    await ask('tess', 'POST', 'case-fields', {
      key: 'site',
      label: 'Site',
      type: 'select',
      options: ['north', 'south'],
    })
    expect((await ask('tess', 'POST', 'case-fields', { key: 'x', label: 'X', type: 'select' })).status).toBe(422)
    const { id, custom_fields } = await open({ custom_fields: { cost: 7, site: 'north' } })
    expect(custom_fields).toEqual({ cost: 7, site: 'north' })
    const patch = (fields: object) => ask('ann', 'PATCH', `cases/${id}`, { custom_fields: fields })
    expect((await patch({ site: 'south', cost: null })).body.custom_fields).toEqual({ site: 'south' })
    for (const wrong of [{ site: 'east' }, { cost: 'much' }, { none: 1 }, { __proto__x: 1 }])
      expect([wrong, (await patch(wrong)).status]).toEqual([wrong, 422])
    expect((await ask('vic', 'GET', `cases/${id}`)).body.custom_fields).toEqual({ site: 'south' })
  })
})

describe('an attachment', () => {
  const form = (content: Buffer<ArrayBuffer>, name: string) => {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    return body
  }
  const add = (id: string, content: Buffer<ArrayBuffer>, name = 'a.bin') =>
    ask('ann', 'POST', `cases/${id}/attachments`, undefined, { body: form(content, name) })

  test('downloads as it was uploaded, and is sealed in storage', async () => {
    const { id } = await open()
    const content = Buffer.concat([Buffer.from('<script>alert(1)</script>'), randomBytes(50_000)])
    const added = await add(id, content, '..\\..\\evil"; x=".html')
    expect([added.status, added.body.sha256]).toEqual([201, createHash('sha256').update(content).digest('hex')])
    expect(added.body.name).not.toMatch(/["\\/;]/)
    const url = `cases/${id}/attachments/${added.body.id}`
    const read = await ask('vic', 'GET', url)
    expect(read.headers['content-type']).toBe('application/octet-stream')
    expect(read.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/)
    expect(read.headers['content-security-policy']).toContain('sandbox')
    expect(read.headers['x-content-type-options']).toBe('nosniff')
    const stored = await withTenant(cases.api.deps.pool, cases.acme, (tx) =>
      tx.maybeOne((row) => bytes(row, 'sealed'), 'SELECT sealed FROM case_attachments WHERE id = $1', [added.body.id]),
    )
    expect(stored?.includes(Buffer.from('alert(1)'))).toBe(false)
    const opened = cases.api.deps.sealer.open(stored ?? Buffer.of(), `case attachment acme ${added.body.id}`)
    expect(Buffer.from(opened, 'base64').equals(content)).toBe(true)
    expect(cases.api.audited.at(-1)).toMatchObject({ action: 'case:file_read', resourceId: id })
    expect((await ask('vic', 'GET', `cases/${id}`)).body.counts.attachments).toBe(1)
    expect((await ask('ann', 'DELETE', url)).status).toBe(204)
    expect((await ask('vic', 'GET', url)).status).toBe(404)
    const [event] = (await ask('vic', 'GET', `cases/${id}/timeline`)).body.items
    expect(event).toMatchObject({ type: 'attachment', description: `SHA-256 ${added.body.sha256}` })
  })

  test('that is too large, empty or not in a form is refused', async () => {
    const { id } = await open()
    expect((await add(id, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await add(id, Buffer.alloc(5 * 1024 * 1024, 7))).status).toBe(201)
    expect((await add(id, Buffer.alloc(0))).status).toBe(422)
    expect((await ask('ann', 'POST', `cases/${id}/attachments`, { file: 'x' })).status).toBe(415)
  })
})

test('logged time adds up', async () => {
  const { id } = await open()
  for (const minutes of [15, 30]) await ask('ann', 'POST', `cases/${id}/time`, { minutes, note: 'looked' })
  expect((await ask('vic', 'GET', `cases/${id}`)).body.counts.minutes_spent).toBe(45)
  expect((await ask('vic', 'GET', `cases/${id}/time`)).body.items).toMatchObject([
    { minutes: 30, actor: 'ann' },
    { minutes: 15, actor: 'ann' },
  ])
  expect((await ask('ann', 'POST', `cases/${id}/time`, { minutes: 0 })).status).toBe(422)
})

test('similar cases share something, and the most similar come first', async () => {
  const alertIds = [await cases.alert({ affected_hosts: ['rare-host'], mitre_techniques: ['T1491'] })]
  const one = await open({ tags: ['rare-tag'], alert_ids: alertIds })
  const near = await open({ tags: ['rare-tag'], mitre_techniques: ['T1491'] })
  await ask('ann', 'POST', `cases/${near.id}/observables`, { kind: 'host', value: 'rare-host' })
  const far = await open({ tags: ['rare-tag', 'a', 'b', 'c'] })
  const { items } = (await ask('vic', 'GET', `cases/${one.id}/similar`)).body
  expect(items.map((item: { case: { id: string } }) => item.case.id)).toEqual([near.id, far.id])
  expect(items[0]).toMatchObject({ score: 1, shared: ['host:rare-host', 'tag:rare-tag', 'technique:T1491'] })
})

describe('a bulk change', () => {
  test('changes exactly the cases of its preview, once, and only for the user who saw the preview', async () => {
    const made = [await open(), await open(), await open()]
    const ids = made.map(({ id }) => id)
    await ask('ann', 'PATCH', `cases/${ids[1]}`, { status: 'closed' })
    const change = { status: 'resolved', add_tags: ['swept'] }
    const { confirmation_token, case_ids } = (await ask('ann', 'POST', 'cases/bulk/preview', { case_ids: ids, change }))
      .body
    expect(new Set(case_ids)).toEqual(new Set(ids))
    const confirm = (name: string, of: string[]) =>
      ask(name, 'POST', 'cases/bulk', { confirmation_token, case_ids: of })
    expect((await confirm('ann', ids.slice(1))).status).toBe(422)
    expect((await confirm('ben', ids)).status).toBe(404)
    const done = await confirm('ann', ids)
    expect(done.body).toMatchObject({ changed: 2, refused: 1 })
    const refused = done.body.results.find(({ error }: { error: string | null }) => error !== null)
    expect(refused).toMatchObject({ case_id: ids[1], error: expect.stringContaining('closed') })
    expect((await ask('vic', 'GET', `cases/${ids[0]}`)).body).toMatchObject({ status: 'resolved', tags: ['swept'] })
    expect((await ask('vic', 'GET', `cases/${ids[1]}`)).body).toMatchObject({ status: 'closed', tags: [] })
    expect((await confirm('ann', ids)).status).toBe(409)
  })

  test('is not offered for an unknown case, and a preview expires', async () => {
    const none = '00000000-0000-4000-8000-000000000000'
    const preview = (case_ids: string[]) =>
      ask('ann', 'POST', 'cases/bulk/preview', { case_ids, change: { severity: 'low' } })
    expect((await preview([none])).status).toBe(422)
    const { id } = await open()
    const { confirmation_token } = (await preview([id])).body
    cases.clock.ms += 15 * 60_000
    expect((await ask('ann', 'POST', 'cases/bulk', { confirmation_token, case_ids: [id] })).status).toBe(409)
  })
})

test('an incremental export returns every change, and then only what changed since', async () => {
  const read = async (cursor?: string) => {
    const seen: { id: string; title: string }[] = []
    for (let next = cursor; ; ) {
      const { body } = await ask('vic', 'GET', `cases/export?limit=5${next ? `&cursor=${next}` : ''}`)
      seen.push(...body.items)
      expect(body.has_more).toBe(body.next_cursor !== undefined)
      next = body.next_cursor
      if (next === undefined) return { seen, cursor: body.resume_cursor }
    }
  }
  const all = await read()
  const total = (await ask('vic', 'GET', 'cases')).body.facets.total
  expect(new Set(all.seen.map(({ id }) => id)).size).toBe(total)
  expect((await read(all.cursor)).seen).toEqual([])
  const [first] = all.seen
  await ask('ann', 'PATCH', `cases/${first?.id}`, { title: 'Changed since' })
  const made = await open({ title: 'Opened since' })
  const since = await read(all.cursor)
  expect(since.seen.map(({ id, title }) => [id, title])).toEqual([
    [first?.id, 'Changed since'],
    [made.id, 'Opened since'],
  ])
  expect((await read(since.cursor)).seen).toEqual([])
  expect((await ask('vic', 'GET', 'cases/export?cursor=x')).status).toBe(422)
  expect((await ask('bob', 'GET', `cases/export?cursor=${all.cursor}`)).body.items).toEqual([])
})
