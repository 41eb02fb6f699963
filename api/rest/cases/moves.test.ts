/** Merge, split and move: nothing is lost, and what is taken back leaves the very bytes there were. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestCases, type TestCases } from './test-cases.ts'

let cases: TestCases
beforeAll(async () => {
  cases = await openTestCases()
}, 120_000)
afterAll(() => cases.close())

const ask: TestCases['ask'] = (...args) => cases.ask(...args)
const open: TestCases['open'] = (more) => cases.open(more)
const post = async (url: string, body: object = {}) => (await ask('ann', 'POST', url, body)).body
const LISTS = ['alerts', 'comments', 'timeline', 'transitions', 'tasks', 'observables']

/** Everything that is shown of a case, as the text it is sent as; when it was last changed aside. */
async function bytesOf(id: string): Promise<string> {
  const texts: string[] = []
  for (const path of [
    '',
    ...LISTS.map((name) => `/${name}?limit=500`),
    '/summary',
    '/postmortem',
    '/summary?format=html',
    '/postmortem?format=html',
  ])
    texts.push((await ask('vic', 'GET', `cases/${id}${path}`)).text)
  return texts.join('\n').replaceAll(/"updated_at":"[^"]*"/g, '')
}

const alertsOf = async (id: string): Promise<string[]> =>
  (await ask('vic', 'GET', `cases/${id}/alerts?limit=500`)).body.items.map((alert: { id: string }) => alert.id).sort()

async function filled(alerts: number, more: object = {}): Promise<{ id: string; alertIds: string[] }> {
  const alertIds: string[] = []
  for (let i = 0; i < alerts; i++)
    alertIds.push(await cases.alert({ mitre_techniques: ['T1078', `T10${10 + i}`], affected_hosts: [`h${i}`] }))
  const { id } = await open({ title: 'Filled', alert_ids: alertIds, ...more })
  await post(`cases/${id}/comments`, { body: `about ${id}` })
  const first = await post(`cases/${id}/tasks`, { title: 'first', category: 'triage' })
  await post(`cases/${id}/tasks`, { title: 'second', depends_on_task_id: first.id })
  await post(`cases/${id}/observables`, { kind: 'domain', value: 'bad.example' })
  return { id, alertIds }
}

/** The second raises nothing and brings no tag that the first did not. */
const EQUALS = {
  into: { severity: 'low' as const, tags: [], description: '' as const },
  others: [
    { severity: 'high' as const, tags: ['a' as const], description: 'seen' as const },
    { severity: 'high' as const, tags: ['a' as const], description: 'a line\n\nand another' as const },
  ],
  order: 0,
}

describe('a merge', () => {
  test('shows everything of the merged case in the target, hides the merged case from lists, and locks it', async () => {
    const [into, from] = [await filled(2), await filled(3)]
    const { move } = await post(`cases/${into.id}/merge`, { case_id: from.id, reason: 'the same attack' })
    expect(move).toMatchObject({ kind: 'merge', alert_count: 3, reason: 'the same attack', undone_at: null })
    expect(await alertsOf(into.id)).toEqual([...into.alertIds, ...from.alertIds].sort())
    const { counts, observable_graph } = (await ask('vic', 'GET', `cases/${into.id}`)).body
    expect(counts).toMatchObject({ alerts: 5, comments: 2, tasks: 4, tasks_done: 0 })
    expect(observable_graph.nodes.filter(({ kind }: { kind: string }) => kind === 'alert')).toHaveLength(5)
    expect((await ask('vic', 'GET', `alerts/${from.alertIds[0]}`)).body.case_id).toBe(into.id)
    const types = (await ask('vic', 'GET', `cases/${into.id}/timeline`)).body.items.map(
      ({ type }: { type: string }) => type,
    )
    expect(types).toContain('merged')
    const gone = (await ask('vic', 'GET', `cases/${from.id}`)).body
    expect([gone.merged_into_id, gone.status]).toEqual([into.id, 'closed'])
    const listed = async (query: string) =>
      (await ask('vic', 'GET', `cases?limit=500${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await listed('')).not.toContain(from.id)
    expect(await listed('&merged=true')).toContain(from.id)
    const { case_number } = (await ask('vic', 'GET', `cases/${into.id}`)).body
    for (const [method, path, body] of [
      ['PATCH', '', { title: 'never' }],
      ['POST', '/comments', { body: 'never' }],
      ['POST', '/tasks', { title: 'never' }],
      ['POST', '/reopen', { reason: 'never again' }],
      ['POST', '/merge', { case_id: into.id }],
    ] as const) {
      const refused = await ask('ann', method, `cases/${from.id}${path}`, body)
      expect([path, refused.status, refused.body.detail]).toEqual([path, 409, expect.stringContaining(case_number)])
    }
  })

  test('takes the higher severity and its targets, joins tags and descriptions, and the undo restores them', async () => {
    const into = await open({ title: 'Into', severity: 'low', tags: ['d'], description: 'seen first' })
    const from = await open({ title: 'From', severity: 'critical', tags: ['s', 'd'], description: 'seen later' })
    const before = await bytesOf(into.id)
    const { move } = await post(`cases/${into.id}/merge`, { case_id: from.id })
    const joined = (await ask('vic', 'GET', `cases/${into.id}`)).body
    const gone = (await ask('vic', 'GET', `cases/${from.id}`)).body
    expect(joined).toMatchObject({ severity: 'critical', tags: ['d', 's'] })
    expect(joined.description).toBe(`seen first\n\n${gone.case_number}: seen later`)
    expect([gone.status, gone.severity]).toEqual(['closed', 'critical'])
    await post(`cases/moves/${move.id}/undo`)
    expect(await bytesOf(into.id)).toBe(before)
    expect((await ask('vic', 'GET', `cases/${from.id}`)).body).toMatchObject({ status: 'open', closed_at: null })
  })

  test('leaves both cases byte for byte as they were when it is undone, also in chains', async () => {
    const size = fc.integer({ min: 0, max: 3 })
    const plan = fc.record({ sizes: fc.tuple(size, size, size), isChained: fc.boolean(), isDone: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(plan, async ({ sizes, isChained, isDone }) => {
        const [a, b, c] = [await filled(sizes[0]), await filled(sizes[1]), await filled(sizes[2])]
        if (isDone) await ask('ann', 'PATCH', `cases/${b.id}`, { status: 'resolved' })
        const before = [await bytesOf(a.id), await bytesOf(b.id), await bytesOf(c.id)]
        const first = await post(`cases/${a.id}/merge`, { case_id: b.id })
        const second = isChained
          ? await post(`cases/${c.id}/merge`, { case_id: a.id })
          : await post(`cases/${a.id}/merge`, { case_id: c.id })
        // The later move is undone first where it builds on the earlier one.
        if (isChained) expect((await ask('ann', 'POST', `cases/moves/${first.move.id}/undo`)).status).toBe(409)
        expect((await ask('ann', 'POST', `cases/moves/${second.move.id}/undo`)).status).toBe(200)
        expect((await ask('ann', 'POST', `cases/moves/${first.move.id}/undo`)).status).toBe(200)
        expect([await bytesOf(a.id), await bytesOf(b.id), await bytesOf(c.id)]).toEqual(before)
        expect((await ask('ann', 'POST', `cases/moves/${first.move.id}/undo`)).status).toBe(409)
      }),
      { numRuns: 6 },
    )
  }, 120_000)

  test('can be undone in any order: the other merges stay in force, and after the last undo the case is as it was before', async () => {
    const text = fc.constantFrom('' as const, 'seen' as const, 'a line\n\nand another' as const)
    const made = fc.record({
      severity: fc.constantFrom('low' as const, 'medium' as const, 'high' as const, 'critical' as const),
      tags: fc.uniqueArray(fc.constantFrom('a' as const, 'b' as const, 'c' as const), { maxLength: 3 }),
      description: text,
    })
    const plan = fc.record({ into: made, others: fc.array(made, { minLength: 2, maxLength: 3 }), order: fc.nat(5) })
    const rank = (word: string) => ['low', 'medium', 'high', 'critical'].indexOf(word)
    await fc.assert(
      fc.asyncProperty(plan, async ({ into: target, others, order }) => {
        const into = await open({ title: 'Into', ...target })
        const before = await bytesOf(into.id)
        const moves: { id: string; of: (typeof others)[number]; number: string }[] = []
        for (const other of others) {
          const from = await open({ title: 'From', ...other })
          const { move } = await post(`cases/${into.id}/merge`, { case_id: from.id })
          const shown = (await ask('vic', 'GET', `cases/${from.id}`)).body
          moves.push({ id: move.id, of: other, number: shown.case_number })
        }
        while (moves.length > 0) {
          const [gone] = moves.splice(order % moves.length, 1)
          await post(`cases/moves/${gone?.id}/undo`)
          const left = (await ask('vic', 'GET', `cases/${into.id}`)).body
          const all = [target, ...moves.map(({ of }) => of)]
          expect(rank(left.severity)).toBe(Math.max(...all.map(({ severity }) => rank(severity))))
          expect(left.tags.toSorted()).toEqual([...new Set(all.flatMap(({ tags }) => tags))].toSorted())
          const own = target.description === '' ? [] : [target.description]
          const texts = moves.flatMap(({ of, number }) =>
            of.description === '' ? [] : [`${number}: ${of.description}`],
          )
          expect(left.description ?? '').toBe([...own, ...texts].join('\n\n'))
        }
        expect(await bytesOf(into.id)).toBe(before)
      }),
      { numRuns: 8, examples: [[EQUALS]] },
    )
  }, 120_000)

  test('cannot be undone after one of its alerts was moved elsewhere', async () => {
    const [into, from, third] = [await filled(1), await filled(2), await filled(0)]
    const { move } = await post(`cases/${into.id}/merge`, { case_id: from.id })
    const away = await post(`cases/${into.id}/move`, { to_case_id: third.id, alert_ids: [from.alertIds[0]] })
    const refused = await ask('ann', 'POST', `cases/moves/${move.id}/undo`)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('1 are elsewhere')])
    await post(`cases/moves/${away.move.id}/undo`)
    expect((await ask('ann', 'POST', `cases/moves/${move.id}/undo`)).status).toBe(200)
    expect(await alertsOf(from.id)).toEqual(from.alertIds.sort())
  })

  test('with the same case, an unknown case or a case of another tenant is refused, and one of two concurrent merges wins', async () => {
    const [a, b] = [await filled(1), await filled(1)]
    const merge = (into: string, from: string) => ask('ann', 'POST', `cases/${into}/merge`, { case_id: from })
    expect((await merge(a.id, a.id)).status).toBe(422)
    expect((await merge(a.id, 'INC-999999')).status).toBe(422)
    const theirs = (await ask('bob', 'POST', 'cases', { title: 'Theirs', severity: 'low' })).body
    expect((await merge(a.id, theirs.id)).status).toBe(422)
    const both = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a split', () => {
  test('gives alerts a case of their own, and can be undone', async () => {
    const filledCase = await filled(3)
    const [first = ''] = filledCase.alertIds
    const { to, move } = await post(`cases/${filledCase.id}/split`, {
      title: 'Split off',
      alert_ids: [first],
      severity: 'low',
    })
    expect(to).toMatchObject({ title: 'Split off', severity: 'low', status: 'open' })
    expect([await alertsOf(filledCase.id), await alertsOf(to.id)]).toEqual([
      filledCase.alertIds.slice(1).sort(),
      [first],
    ])
    await post(`cases/${to.id}/comments`, { body: 'said there' })
    await post(`cases/moves/${move.id}/undo`)
    expect(await alertsOf(filledCase.id)).toEqual(filledCase.alertIds.sort())
    expect((await ask('vic', 'GET', `cases/${to.id}`)).body.merged_into_id).toBe(filledCase.id)
    const bodies = (await ask('vic', 'GET', `cases/${filledCase.id}/comments`)).body.items.map(
      ({ body }: { body: string }) => body,
    )
    expect(bodies).toContain('said there')
    const moves = (await ask('vic', 'GET', `cases/${filledCase.id}/moves`)).body.items
    expect(moves).toMatchObject([{ kind: 'split', undone_at: expect.any(String) }])
  })
})

test('a move takes only alerts of this case', async () => {
  const [from, to] = [await filled(2), await filled(1)]
  const move = (alert_ids: string[]) => ask('ann', 'POST', `cases/${from.id}/move`, { to_case_id: to.id, alert_ids })
  expect((await move(to.alertIds)).status).toBe(422)
  expect((await move(from.alertIds.slice(0, 1))).status).toBe(200)
  expect(await alertsOf(to.id)).toEqual([...to.alertIds, from.alertIds[0]].sort())
})
