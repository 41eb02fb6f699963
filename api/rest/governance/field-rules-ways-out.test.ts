/**
 * Each kind of record has a value of its own that a single rule hides, and whoever may not see it asks every route that reads,
 * the query interface and lists narrowed by the value: no answer has it, and no answer says by its length whether it is there.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { COUNTED_AS } from '../../../control/platform/governance/field-rules/show-answer.ts'
import { showRecord } from '../../../control/platform/governance/field-rules/show-record.ts'
import { type HiddenFields, showAnswer } from '../../../control/platform/governance/index.ts'
import { shownEvidence } from '../../../control/respond/agents/index.ts'
import { shownQuestion } from '../../../control/respond/models/shown-question.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { readApiDocument } from '../../../schemas/api-document.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
/** Words that stand nowhere else, by where each is planted. */
const SECRET = {
  nested: 'zyrinovka.nested',
  title: 'quenthorpe.title',
  user: 'marvelous.user',
  host: 'fjordbank-host',
  caseTitle: 'wexington.case',
  comment: 'lomperdink.comment',
  task: 'brasilwort.task',
  observable: 'kvetchling.example',
  indicator: 'drozdovka.example',
  actor: 'Umbral Heron',
} as const
let api: TestApi
let acme: TenantId
let admin: string
let hunter: string
let ids: Record<string, string>

const ask = (method: string, url: string, body?: unknown, as = admin) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })
const created = async (path: string, body: object) => {
  const made = await ask('POST', path, body)
  expect([path, made.status < 300, made.status < 300 ? '' : made.text]).toEqual([path, true, ''])
  return made.body.id as string
}

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  admin = await makeAdmin(api, acme)
  // Sees nearly every route, and is named by no rule.
  await makeUser(api, acme, 'hana', 'tenant_admin')
  hunter = await tokenOf(api, acme, 'hana')
  const alert = await created('alerts', {
    ...{
      title: `Odd sign-in ${SECRET.title}`,
      severity: 'high',
      category: 'Findings',
    },
    ...{ affected_users: [SECRET.user], affected_hosts: [SECRET.host], rule_id: 'rule.one', tags: ['vip'] },
    raw_event: { cloud: { account: [{ uid: 1, deep: { name: SECRET.nested } }] }, text: `see ${SECRET.nested}` },
  })
  const found = await created('cases', { title: `About ${SECRET.caseTitle}`, severity: 'high', alert_ids: [alert] })
  await created(`cases/${found}/comments`, { body: `he wrote ${SECRET.comment}` })
  await created(`cases/${found}/tasks`, { title: `ask ${SECRET.task}` })
  await created(`cases/${found}/observables`, { kind: 'domain', value: SECRET.observable })
  const indicator = await created('intel/iocs', {
    ioc_type: 'domain',
    value: SECRET.indicator,
    threat_actor: SECRET.actor,
  })
  await created(`intel/iocs/${indicator}/sightings`, {})
  await withTenant(api.owner, acme, (tx) =>
    tx.run(
      `INSERT INTO entity_risks (entity_type, entity, told, within, judged_at) VALUES ('user', $1, 5, 5, now())
       ON CONFLICT DO NOTHING`,
      [SECRET.user],
    ),
  )
  ids = { alert, case: found, indicator }
})
afterAll(() => api?.close())

async function only(resource: string, field_path: string, treatment = 'redact'): Promise<void> {
  const { items } = (await ask('GET', 'governance/field-rules')).body
  for (const { id } of items) await ask('DELETE', `governance/field-rules/${id}`)
  const rule = { resource, field_path, treatment, visible_to_roles: ['admin'] }
  expect((await ask('POST', 'governance/field-rules', rule)).status).toBe(201)
  api.deps.principals.forget(() => true)
}

/** Every route that reads, about the records of this test. */
function reads(): string[] {
  return api.api.routes
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/v1/') && !url.startsWith('/api/v1/realtime'))
    .map(({ url }) =>
      url
        .replace('/api/v1/', '')
        .replace(/^(alerts|cases)\/:\w+/, (_, kind: string) => `${kind}/${ids[kind.slice(0, -1)]}`)
        .replace('intel/iocs/:id', `intel/iocs/${ids.indicator}`)
        .replace(':resource_type/:resource_id', `case/${ids.case}`)
        .replace(/:\w+/g, ids.alert as string),
    )
}

const RULES: readonly (readonly [resource: string, path: string, secret: keyof typeof SECRET])[] = [
  ['alert', 'raw_event.cloud.account.deep.name', 'nested'],
  ['alert', 'title', 'title'],
  ['alert', 'affected_users', 'user'],
  ['alert', 'affected_hosts', 'host'],
  ['case', 'title', 'caseTitle'],
  ['comment', 'body', 'comment'],
  ['case_task', 'title', 'task'],
  ['observable', 'value', 'observable'],
  ['indicator', 'value', 'indicator'],
  ['indicator', 'threat_actor', 'actor'],
]

describe('a single rule', () => {
  const cases = RULES.flatMap((rule, i) =>
    [rule].map((one) => [...one, ['redact', 'mask', 'hash', 'omit'][i % 4]] as const),
  )
  test.each(cases)('%s.%s: no route has the value of %s (%s)', async (resource, path, secret, treatment) => {
    const word = SECRET[secret].toLowerCase()
    let isSeen = false
    for (const one of reads()) isSeen ||= (await ask('GET', one)).text.toLowerCase().includes(word)
    expect(isSeen, 'somebody sees it without the rule').toBe(true)
    await only(resource, path, treatment)
    const leaks: string[] = []
    for (const one of reads()) {
      const { text, headers } = await ask('GET', one, undefined, hunter)
      if (`${text} ${JSON.stringify(headers)}`.toLowerCase().includes(word)) leaks.push(one)
    }
    const documents = [
      '{ alerts { edges { node { id title tags source case { id title } } } } }',
      `{ alert(id: "${ids.alert}") { title case { title comments { body } timeline { title description } } } }`,
      '{ cases { edges { node { id title comments { body } timeline { title description } alerts { title } } } } }',
      '{ auditLog { edges { node { action changes } } } }',
    ]
    for (const query of documents) {
      const { text } = await ask('POST', '/graphql', { query }, hunter)
      if (text.toLowerCase().includes(word)) leaks.push(query)
    }
    const posts: [string, object][] = [
      ['intel/enrich', { indicators: [{ type: 'domain', value: 'other.example' }] }],
      [`cases/${ids.case}/comments`, { body: 'another one' }],
    ]
    for (const [to, body] of posts) {
      const { text } = await ask('POST', to, body, hunter)
      if (text.toLowerCase().includes(word)) leaks.push(to)
    }
    expect(leaks).toEqual([])
  })
})

describe('lists cannot be filtered by a hidden field', () => {
  const QUESTIONS: readonly (readonly [resource: string, path: string, questions: readonly string[]])[] = [
    ['alert', 'rule_id', ['alerts?rule=rule.one', 'alerts/facets?rule=rule.one', 'exports/alerts?rule=rule.one']],
    ['alert', 'category', ['alerts?category=Findings']],
    ['alert', 'tags', ['alerts?tags=vip']],
    ['alert', 'severity', ['alerts?severity=high']],
    [
      'alert',
      'affected_users',
      ['alerts?user=marvelous.user', 'cases?search=marvelous', 'ueba/anomalies?entity_id=marvelous.user'],
    ],
    [
      'event',
      'user',
      ['alerts?user=marvelous.user', 'entity-risk/marvelous.user?entity_type=user', 'cases?search=marv'],
    ],
    ['case', 'title', ['cases?search=wexington']],
    ['case', 'severity', ['cases?severity=high']],
    ['case', 'tags', ['cases?tags=vip']],
    ['case', 'assignee_id', ['cases?unassigned=true', 'cases?assigned_to_me=true']],
    ['audit', 'action', ['audit?action=alert', 'audit-log?action=alert']],
    ['anomaly', 'entity', ['ueba/anomalies?entity_id=x']],
    ['indicator', 'severity', ['intel/iocs?severity=high']],
    ['honeytoken', 'status', ['honeytokens?status=active']],
  ]
  test.each(QUESTIONS)('%s.%s', async (resource, path, questions) => {
    const open = await Promise.all(questions.map((one) => ask('GET', one)))
    for (const [i, { status }] of open.entries()) expect([questions[i], status === 403]).toEqual([questions[i], false])
    await only(resource, path)
    for (const question of questions) {
      const { status, text } = await ask('GET', question, undefined, hunter)
      expect([question, status, text.includes('field rules')]).toEqual([question, 403, true])
      const whole = question.replace(/\?.*/, '').replace(/\/marv.*/, '')
      // A file is refused whole.
      if (!whole.startsWith('exports/')) expect((await ask('GET', whole, undefined, hunter)).status).not.toBe(403)
    }
  })

  test('GraphQL refuses such filters too, and checks of hidden values are refused', async () => {
    const graphql = async (query: string) => (await ask('POST', '/graphql', { query }, hunter)).text
    await only('alert', 'severity')
    expect(await graphql('{ alerts(severity: HIGH) { edges { node { id } } } }')).toContain('field rules hide')
    expect(await graphql('{ alerts { edges { node { id } } } }')).not.toContain('field rules hide')
    await only('event', 'user')
    expect(await graphql('{ uebaAnomalies(entityId: "marvelous.user") { id } }')).toContain('field rules hide')
    await only('indicator', 'value')
    expect((await ask('POST', 'intel/check', { values: [SECRET.indicator] }, hunter)).status).toBe(403)
    const body = { indicators: [{ type: 'domain', value: SECRET.indicator }] }
    expect((await ask('POST', 'intel/enrich', body, hunter)).status).toBe(403)
  })
})

test('the value of an indicator is also removed from the alert that it matched: evidence, title and case', () => {
  const hidden: HiddenFields = new Map([['indicator', [{ name: 'value', path: ['value'], treatment: 'redact' }]]])
  const alert = () => ({
    title: 'Known bad domain evil.example',
    evidence: [
      {
        title: 'Known bad domain evil.example',
        matched: [
          { field: 'domain', value: 'mail.EVIL.example' },
          { field: 'indicator.value', value: 'evil.example' },
        ],
      },
    ],
  })
  const answer = { alerts: [alert()] }
  expect(showAnswer(undefined, answer, hidden)).toEqual(['alert.indicator.value'])
  expect(JSON.stringify(answer).toLowerCase()).not.toContain('evil.example')
  const untouched = { alerts: [alert()] }
  showAnswer(
    undefined,
    untouched,
    new Map([['indicator', [{ name: 'threat_actor', path: ['threat_actor'], treatment: 'redact' }]]]),
  )
  expect(untouched).toEqual({ alerts: [alert()] })
})

describe('a hidden severity, status or assignee', () => {
  const summary = async () => (await ask('GET', `cases/${ids.case}/summary`, undefined, hunter)).body
  const graphql = async (query: string) => (await ask('POST', '/graphql', { query }, hunter)).text

  test('is missing from the summary and the post-mortem of a case, and from their sentences', async () => {
    await only('case', 'severity')
    const shown = await summary()
    expect([shown.severity, shown.withheld_fields]).toEqual(['[redacted]', ['severity']])
    expect(shown.headline).toMatch(/open, \[redacted\], \d+ min/)
    expect(shown.sla.ack.reason).toContain('severity [redacted] when')
    const report = (await ask('GET', `cases/${ids.case}/postmortem`, undefined, hunter)).body
    expect([report.overview.severity, report.overview.status]).toEqual(['[redacted]', 'open'])
    expect(report.headline).toContain('([redacted])')
    await only('case', 'status')
    expect((await summary()).headline).toContain('is [redacted], high,')
  })

  test('is counted nowhere', async () => {
    const counted = async (path: string) => (await ask('GET', path, undefined, hunter)).body
    await only('alert', 'severity')
    expect((await counted('alerts?technique=T1110')).facets.by_severity).toBe('[redacted]')
    const stats = await counted('alerts/stats')
    expect([stats.facets.by_severity, typeof stats.facets.by_status]).toEqual(['[redacted]', 'object'])
    const metrics = await counted('alerts/metrics')
    expect([metrics.whole.by_severity, metrics.steps[0].by_severity]).toEqual(['[redacted]', '[redacted]'])
    expect((await ask('GET', 'alerts/stats', undefined, hunter)).headers['x-svc-withheld-fields']).toBe(
      'alert.severity',
    )
    await only('alert', 'disposition')
    expect((await counted('alerts/stats')).by_disposition).toBe('[redacted]')
    await only('case', 'severity')
    expect((await counted('cases?tags=none')).facets.by_severity).toBe('[redacted]')
    await only('honeytoken', 'status')
    expect((await counted('honeytokens/stats')).by_status).toBe('[redacted]')
    await only('alert', 'mitre_techniques')
    const kinds = (await counted('alerts/facets')).facets.map(({ field }: { field: string }) => field)
    expect(kinds).toEqual(['tactic', 'rule', 'source'])
    expect((await ask('GET', 'alerts/facets?fields=technique', undefined, hunter)).status).toBe(403)
    await only('alert', 'assigned_to_id')
    expect((await ask('GET', 'alerts/queue?owner=unassigned', undefined, hunter)).status).toBe(403)
  })

  test('each count by a field is known by the name of its schema', () => {
    const counts =
      /^(?:by_(?:severity|status|disposition|verdict|type)|unresolved|undecided|anomalies_24h_by_severity)$/
    const counting: string[] = []
    const look = (title: string, schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties = {} } = schema as { properties?: Record<string, unknown> }
      if (Object.keys(properties).some((name) => counts.test(name))) counting.push(title)
      for (const part of Object.values(schema)) look(title, part)
    }
    for (const [title, schema] of Object.entries(readApiDocument().components.schemas)) look(title, schema)
    // These count rules of an import and techniques of a test, and a report names its part by itself.
    const others = ['PurpleTeamExecution', 'RuleChecked', 'RuleImportReport', 'ReportDocument', 'ReportAlerts']
    const known = Object.keys(COUNTED_AS)
    expect([...new Set(counting)].filter((title) => !known.includes(title) && !others.includes(title))).toEqual([])
    expect(known).toContain('ReportAlerts')
  })

  test('is withheld in the query interface too', async () => {
    const me = (await ask('GET', 'users/me')).body
    expect((await ask('PATCH', `cases/${ids.case}`, { assignee_id: me.id })).status).toBe(200)
    const query = `{ case(id: "${ids.case}") { assignee { id username } } }`
    await only('user', 'created_at')
    expect(await graphql(query)).toContain(me.id)
    await only('case', 'assignee_id')
    expect(await graphql(query)).not.toContain(me.id)
  })
})

test('a refusal does not quote a hidden value', async () => {
  const first = await created(`cases/${ids.case}/tasks`, { title: 'call oberwinterthal' })
  const next = await created(`cases/${ids.case}/tasks`, { title: 'then', depends_on_task_id: first })
  const refusal = async (as: string) => {
    const { status, text } = await ask('PATCH', `cases/${ids.case}/tasks/${next}`, { status: 'done' }, as)
    return [status, text.includes('oberwinterthal'), text.includes(first)]
  }
  await only('case_task', 'title')
  expect(await refusal(admin)).toEqual([409, true, true])
  expect(await refusal(hunter)).toEqual([409, false, true])
})

test('the block list is refused where a rule hides the values of targets', async () => {
  const status = async () => (await ask('GET', 'response/block-list', undefined, hunter)).status
  await only('response_action', 'target')
  expect(await status()).toBe(403)
  await only('event', 'src_ip')
  expect(await status()).toBe(403)
  await only('case', 'title')
  expect(await status()).toBe(200)
})

describe('matched fields have the names of the rule’s author', () => {
  const field = (name: string) => ({ name, path: name.split('.'), treatment: 'redact' as const })
  const COMMAND = 'net group "Secret Admins"'
  const found = () => ({
    matched: [
      { field: 'CommandLine', value: COMMAND },
      { field: 'process.command_line', value: COMMAND },
      { field: 'ProcessCommandLine', value: COMMAND },
      { field: 'cmdline', value: COMMAND },
      { field: 'a_field_of_their_own', value: COMMAND },
      { field: 'Image', value: 'net.exe' },
      { field: 'reason', value: 'too long' },
    ],
  })
  const shown = (matched: readonly { field: string; value: string }[]) =>
    matched.filter(({ value }) => value !== '[redacted]').map((one) => one.field)

  test.each(['cmd_line', 'process.cmd_line', 'raw_event.CommandLine', 'unmapped.ProcessCommandLine'])(
    'a rule on %s of events removes the value from an alert, its title and a detection',
    (name) => {
      const hidden: HiddenFields = new Map([['event', [field(name)]]])
      const alert = { id: 'a', title: `Said ${COMMAND}`, evidence: [found()], affected_users: [], raw_event: null }
      const detection = { id: 'd', rule_id: 'r', ...found() }
      const answer = { alert, detection }
      showAnswer(undefined, { alerts: [alert] }, hidden)
      showRecord('detection', detection, hidden)
      expect(JSON.stringify(answer)).not.toContain('Secret')
      // Somewhere a sender's name is a part of another one's field: of a rule by such a name more is withheld.
      const isOfColumn = /cmd_line/.test(name)
      for (const matched of [alert.evidence[0]?.matched ?? [], detection.matched]) {
        expect(shown(matched)).toContain('reason')
        if (isOfColumn) expect(shown(matched)).toEqual(['Image', 'reason'])
      }
    },
  )

  test('a rule on another field leaves the value', () => {
    const alert = { id: 'a', title: `Said ${COMMAND}`, evidence: [found()], raw_event: null }
    showAnswer(undefined, { alerts: [alert] }, new Map([['event', [field('dst_ip')]]]))
    expect(shown(alert.evidence[0]?.matched ?? [])).toContain('CommandLine')
    expect(alert.title).toContain(COMMAND)
  })
})

describe('a model has no role, and sees nothing that any rule hides', () => {
  const WRITTEN: readonly (readonly [resource: string, path: string, text: string])[] = [
    ['alert', 'affected_users', SECRET.user],
    ['alert', 'raw_event.cloud.account.deep.name', SECRET.nested],
    ['case', 'title', `About ${SECRET.caseTitle}`],
    ['comment', 'body', `he wrote ${SECRET.comment}`],
    ['case_task', 'title', `ask ${SECRET.task}`],
    ['observable', 'value', SECRET.observable],
  ]
  test.each(WRITTEN)('of the case in its question: %s.%s', async (resource, path, text) => {
    const turns = [{ role: 'user' as const, content: `Sources: {"says": ${JSON.stringify(text)}}` }]
    const about = { purpose: 'copilot' as const, alertId: null, runId: null, aboutIds: [ids.case as string] }
    const shown = () =>
      withTenant(api.owner, acme, async (tx) => (await shownQuestion(tx, about, { turns } as never)).turns[0]?.content)
    await only('user', 'email')
    expect(await shown()).toContain(text)
    await only(resource, path)
    expect(await shown()).not.toContain(text)
  })

  test('of events, neither in evidence nor in tool results', () => {
    const field = (name: string) => ({ name, path: name.split('.'), treatment: 'redact' as const })
    const hidden: HiddenFields = new Map([['event', [field('actor.user.name'), field('src_ip'), field('cmd_line')]]])
    const event = {
      uid: 'u1',
      at: 'now',
      user: 'svetlana',
      from_ip: '10.1.2.3',
      message: 'svetlana came from 10.1.2.3',
    }
    const evidence = shownEvidence({ outcome: 'answered', named: 1, not_shown: 0, events: [event] }, hidden)
    expect(JSON.stringify(evidence)).not.toMatch(/svetlana|10\.1\.2\.3/)
    expect(evidence).toMatchObject({ named: 1, events: [{ uid: 'u1', at: 'now' }] })
    const found = {
      events: [{ uid: 'u1', user: 'svetlana', message: 'of svetlana' }],
      processes: [{ cmd_line: 'curl secret-host', pid: 7 }],
    }
    showAnswer(undefined, found, hidden)
    expect(JSON.stringify(found)).not.toMatch(/svetlana|secret-host/)
  })
})
