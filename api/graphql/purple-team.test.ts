import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { type Ask, asker, codes } from './test-graphql.ts'

let api: TestApi
let ask: Ask
let admin: string
let viewer: string
let stranger: string

beforeAll(async () => {
  api = await startTestApi()
  ask = asker(api)
  const acme = await makeTenant(api, 'acme')
  admin = await makeAdmin(api, acme)
  await makeUser(api, acme, 'vic', 'viewer')
  viewer = await tokenOf(api, acme, 'vic')
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api.close())

const EXECUTION = 'id atomicTestId technique status platform startedAt completedAt findings'
const RUN = `mutation ($test: String!, $host: String) { runAtomicTest(atomicTestId: $test, targetHost: $host) { ${EXECUTION} } }`
const CANCEL = `mutation ($id: ID!) { cancelExecution(id: $id) { ${EXECUTION} } }`

test('an atomic test is started, listed by state and cancelled as by REST, with the same audit actions', async () => {
  api.audited.length = 0
  const { runAtomicTest: begun } = (await ask(admin, RUN, { test: 'aws-trail-stopped' })).body.data
  expect(begun).toMatchObject({ atomicTestId: 'aws-trail-stopped', technique: 'T1562.008', status: 'PENDING' })
  expect(begun).toMatchObject({ platform: 'aws', completedAt: null, findings: [] })
  expect(Number.isNaN(Date.parse(begun.startedAt))).toBe(false)
  const list = (state: string) => `{ purpleTeamExecutions(status: ${state}) { id status } }`
  expect((await ask(admin, list('PENDING'))).body.data.purpleTeamExecutions).toEqual([
    { id: begun.id, status: 'PENDING' },
  ])
  expect((await ask(admin, list('SUCCESS'))).body.data.purpleTeamExecutions).toEqual([])
  expect((await ask(stranger, list('PENDING'))).body.data.purpleTeamExecutions).toEqual([])
  expect(codes(await ask(stranger, CANCEL, { id: begun.id }))).toEqual(['NOT_FOUND'])
  const { cancelExecution: cancelled } = (await ask(admin, CANCEL, { id: begun.id })).body.data
  expect(cancelled).toMatchObject({ id: begun.id, status: 'CANCELLED', completedAt: expect.any(String) })
  expect(codes(await ask(admin, CANCEL, { id: begun.id }))).toEqual(['CONFLICT'])
  const { body } = await api.ask('GET', `purple-team/executions/${begun.id}`, { token: admin })
  expect(body).toMatchObject({ id: begun.id, status: 'cancelled', mode: 'live' })
  expect(api.audited.filter(({ resourceId }) => resourceId === begun.id).map(({ action }) => action)).toEqual([
    'purple_team:execution_requested',
    'purple_team:execution_cancelled',
  ])
})

test('an unknown test, an unreachable host and a missing permission are refused', async () => {
  expect(codes(await ask(admin, RUN, { test: 'nothing' }))).toEqual(['NOT_FOUND'])
  const aimed = await ask(admin, RUN, { test: 'aws-trail-stopped', host: 'dc-01' })
  expect([codes(aimed), aimed.body.errors[0].extensions.detail[0].loc]).toEqual([
    ['BAD_USER_INPUT'],
    ['body', 'targetHost'],
  ])
  expect(codes(await ask(viewer, RUN, { test: 'aws-trail-stopped' }))).toEqual(['FORBIDDEN'])
})

test('coverage names techniques and tactics, counts rules and alerts, and lists techniques without a test as untested', async () => {
  const alert = { title: 'dump', severity: 'high', mitre_techniques: ['T1003.001'] }
  expect((await api.ask('POST', 'alerts', { token: admin, body: alert })).status).toBe(201)
  const query = `{ attackCoverage { tactics testedCount detectedCount generatedAt
    techniques { techniqueId techniqueName tactics detections alerts lastTestedAt detected } } }`
  const { attackCoverage: seen } = (await ask(admin, query)).body.data
  expect([seen.testedCount, seen.detectedCount]).toEqual([0, 0])
  expect([seen.tactics[0], seen.tactics.at(-1)]).toEqual(['Reconnaissance', 'Impact'])
  const dump = seen.techniques.find(({ techniqueId }: { techniqueId: string }) => techniqueId === 'T1003.001')
  expect(dump).toMatchObject({ techniqueName: 'OS Credential Dumping: LSASS Memory', tactics: ['Credential Access'] })
  expect(dump).toMatchObject({ alerts: 1, lastTestedAt: null, detected: null })
  expect(dump.detections).toBeGreaterThan(0)
  const theirs = (await ask(stranger, query)).body.data.attackCoverage.techniques
  expect(theirs.every(({ alerts }: { alerts: number }) => alerts === 0)).toBe(true)
})

test('the dashboard of a framework equals that of REST, and an unknown framework is refused', async () => {
  const fields = 'framework overallScore controlsPassing controlsFailing controlsInReview lastUpdated'
  const dashboard = (id: string) => ask(admin, `{ complianceDashboard(framework: "${id}") { ${fields} } }`)
  const { items } = (await api.ask('GET', 'compliance/frameworks', { token: admin })).body
  expect(items.length).toBeGreaterThan(0)
  for (const { id } of items) {
    const { body: rest } = await api.ask('GET', `compliance/dashboard/${id}`, { token: admin })
    const answer = await dashboard(id)
    const { complianceDashboard: seen } = answer.body.data ?? {}
    if (rest.overall_score === null) expect(codes(answer)).toEqual(['CONFLICT'])
    else
      expect(seen).toMatchObject({
        ...{ framework: id, overallScore: rest.overall_score, controlsPassing: rest.controls_passing },
        ...{ controlsFailing: rest.controls_failing, controlsInReview: rest.controls_in_review },
      })
  }
  expect(codes(await dashboard('nothing'))).toEqual(['NOT_FOUND'])
})
