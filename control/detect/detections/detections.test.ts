import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { builtInRules } from '../../../detections/content/load.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { orNull, text } from '../../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import {
  createRule,
  deleteOverlay,
  deleteRule,
  findOverlay,
  findRule,
  importRules,
  placeholdersOf,
  putOverlay,
  putPlaceholders,
  RULE_LIMITS,
  replaceRule,
  rulesAsRun,
  rulesPage,
  rulesToTry,
  setBuiltInEnabled,
  setRuleEnabled,
  tryRules,
  versionsOf,
} from './index.ts'

let server: TestPostgres
let app: Postgres
let acme: TenantId
const globex = tenantId('globex')

beforeAll(async () => {
  server = await withTestPostgres()
  const database = await server.database()
  app = openPostgres({ url: database.appUrl, poolSize: 4 })
  await createTenant(app, { id: 'globex' })
}, 120_000)
afterAll(async () => {
  await app.end()
  await server.close()
})

let made = 0
async function newTenant(): Promise<void> {
  acme = tenantId(`acme-${++made}`)
  await createTenant(app, { id: acme })
}

const sigma = (id: string, more = '') =>
  `title: Rule ${id}\nid: ${id}\nname: ${id}\nlogsource: { category: test }\n${more}\ndetection:\n  a: { b: c }\n  condition: a\n`
const file = (name: string, text: string) => ({ language: 'sigma' as const, file: name, text: text })
const asAcme = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(app, acme, work)
const toTry = (id: string, isExplained: boolean) => asAcme(async (tx) => (await rulesToTry(tx, id, isExplained)).rules)
const create = (name: string, text: string) => asAcme((tx) => createRule(tx, file(name, text), true, 'ann'))

/** The latest of every document that was announced: id -> document, null when it was taken back. */
async function announced(kind: string): Promise<Record<string, unknown>> {
  const sql = 'SELECT id, document::text AS document FROM control_outbox WHERE kind = $1 ORDER BY position'
  const rows = await asAcme((tx) =>
    tx.many((row) => [text(row, 'id'), JSON.parse(orNull(text, row, 'document') ?? 'null')] as const, sql, [kind]),
  )
  return Object.fromEntries(rows)
}

describe('a rule', () => {
  test('of KQL is checked and published like one of any language, and of YARA unchanged', async () => {
    await newTenant()
    const query = 'DeviceProcessEvents | where FileName =~ "tool.exe"'
    const kql = { language: 'kql' as const, file: 'a.kql', text: query }
    const yara = { language: 'yara' as const, file: 'a.yar', text: 'rule x { condition: true }' }
    const [of, other] = [
      await asAcme((tx) => createRule(tx, kql, true, 'ann')),
      await asAcme((tx) => createRule(tx, yara, true, 'ann')),
    ]
    expect(await announced('rule')).toEqual({ [of.id]: kql, [other.id]: yara })
    expect(other.ruleIds).toEqual(['a.yar#x'])
    const bad = { ...kql, file: 'b.kql', text: 'DeviceProcessEvents | where' }
    await expect(asAcme((tx) => createRule(tx, bad, true, 'ann'))).rejects.toMatchObject({ status: 422 })
    const join = { ...kql, file: 'c.kql', text: `${query}\n| join SecurityEvent on DeviceName` }
    await expect(asAcme((tx) => createRule(tx, join, true, 'ann'))).rejects.toMatchObject({
      faults: [{ loc: ['body', 'text', 2, 3], msg: 'c.kql:2:3: a rule cannot use join' }],
    })
  })

  test('is published unchanged, withdrawn while it is disabled, and removed when it is deleted', async () => {
    await newTenant()
    const { id } = await create('a.yml', sigma('a', 'level: high'))
    expect(await announced('rule')).toEqual({
      [id]: { language: 'sigma', file: 'a.yml', text: sigma('a', 'level: high') },
    })
    await asAcme((tx) => setRuleEnabled(tx, 'a', false, 'bob'))
    expect(await announced('rule')).toEqual({ [id]: null })
    expect(await asAcme((tx) => findRule(tx, id))).toMatchObject({
      isEnabled: false,
      changedBy: 'bob',
      severity: 'high',
    })
    await asAcme((tx) => setRuleEnabled(tx, id, true, 'bob'))
    expect((await announced('rule'))[id]).toMatchObject({ file: 'a.yml' })
    await asAcme((tx) => deleteRule(tx, 'a'))
    expect(await announced('rule')).toEqual({ [id]: null })
    await expect(asAcme((tx) => findRule(tx, id))).rejects.toThrow('no such rule')
  })

  test('keeps its latest earlier versions', async () => {
    await newTenant()
    const { id } = await create('a.yml', sigma('a'))
    for (let n = 2; n <= 23; n++)
      await asAcme((tx) => replaceRule(tx, id, { text: sigma('a', `description: v${n}`), file: null }, 'ann'))
    const versions = await asAcme((tx) => versionsOf(tx, id))
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => 22 - n))
    expect(versions[0]?.text).toBe(sigma('a', 'description: v22'))
    expect((await asAcme((tx) => findRule(tx, id))).version).toBe(23)
  })

  test.each([
    ['is no YAML', 'title: [', 1],
    ['has no detection', 'title: x\nlogsource: { category: a }', 1],
    ['asks for a modifier that there is none of', sigma('x').replace('b: c', 'b|nothing: c'), 7],
    ['refers to a rule that there is none of', correlation('nobody'), 5],
    ['is longer than a rule may be', 'x'.repeat(RULE_LIMITS.textBytes + 1), 0],
    ['holds U+0000', 'title: a\0', 0],
  ])('is refused with the place of the fault when it %s', async (_, value, line) => {
    await newTenant()
    const refused = await create('bad.yml', value).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(InvalidInput)
    const [fault] = (refused as InvalidInput).faults
    expect([fault?.loc.slice(0, 3), fault?.type]).toEqual([['body', 'text', line], 'rule'])
    expect(fault?.msg).toMatch(/^bad\.yml:/)
    expect(await asAcme((tx) => rulesPage(tx, 10, null))).toEqual([])
  })

  test('may refer to other rules of its tenant, and cannot have their ids or those of built-in rules', async () => {
    await newTenant()
    await create('a.yml', sigma('a'))
    await create('many.yml', correlation('a'))
    await expect(create('b.yml', sigma('a'))).rejects.toThrow('is taken by a.yml')
    await expect(create('a.yml', sigma('b'))).rejects.toThrow('another rule has the file')
    await expect(create('b.yml', sigma(builtInRules()[0]?.id ?? ''))).rejects.toThrow('is taken by built-in')
  })

  test('may be a filter of a rule of its tenant, or of a built-in one of the same log source', async () => {
    await newTenant()
    await create('a.yml', sigma('a'))
    const shared = builtInRules().find(({ body }) => body.kind === 'event' && body.logSource.service === 'cloudtrail')
    expect(await create('own.yml', filter('a', 'windows'))).toMatchObject({ title: 'keep out', ruleIds: [] })
    await create('shared.yml', filter(shared?.id ?? '', 'aws'))
    await expect(create('other.yml', filter(shared?.id ?? '', 'windows'))).rejects.toThrow('has another log source')
    await expect(create('gone.yml', filter('gone', 'windows'))).rejects.toThrow('there is no rule "gone"')
  })

  test('is tried and hunted as it runs: with filters and parts from other texts that are on', async () => {
    await newTenant()
    const fails = (name: string) => sigma(name).replace('category: test', 'product: windows')
    await create('a.yml', fails('a'))
    const { id } = await create('out.yml', filter('a', 'windows'))
    const { id: many } = await create('many.yml', correlation('a'))
    const events = [
      { Channel: 'x', b: 'c' },
      { Channel: 'x', b: 'c', User: 'adm' },
    ]
    const matches = async () =>
      (await tryRules(await toTry('a', false), events, { ...TRY, format: 'windows' })).map((one) => one.matches)
    expect(await matches()).toEqual([['a'], []])
    for (const one of ['many', many]) {
      const { wanted, all } = await asAcme((tx) => rulesAsRun(tx, one))
      expect(wanted.map((rule) => rule.id)).toEqual(['many'])
      expect(all.map((rule) => rule.id)).toContain('a')
    }
    await expect(toTry('many', false)).rejects.toThrow('an explanation says which events count')
    const parts = await toTry('many', true)
    const tried = await tryRules(parts, events, { format: 'windows', isExplained: true })
    expect(tried.map((one) => one.matches)).toEqual([[], []])
    expect(tried.flatMap(({ explanations }) => explanations)).toMatchObject([
      { ruleId: 'many', step: 1, matches: true },
      { ruleId: 'many', step: 1, matches: false },
    ])
    await asAcme((tx) => setRuleEnabled(tx, id, false, 'ann'))
    expect(await matches()).toEqual([['a'], ['a']])
    await asAcme((tx) => setRuleEnabled(tx, 'a', false, 'ann'))
    expect(await matches(), 'the rule itself may be off').toEqual([['a'], ['a']])
    await expect(asAcme((tx) => rulesAsRun(tx, 'many'))).rejects.toThrow('many.yml:5: there is no rule "a"')
  })

  test.each([
    ['with a space before the colon', filter('a', 'windows').replace('filter:', 'filter :')],
    ['in quotes', filter('a', 'windows').replace('filter:', '"filter" :')],
    [
      'in braces',
      '{title: keep out, logsource: {product: windows}, filter : {rules: [a], selection: {User: adm}, condition: not selection}}',
    ],
  ])('is tried with a filter that is written %s beside another rule', async (_, keepOut) => {
    await newTenant()
    await create('a.yml', sigma('a').replace('category: test', 'product: windows'))
    await create('both.yml', `${sigma('other')}---\n${keepOut}\n`)
    const event = { Channel: 'x', b: 'c', User: 'adm' }
    const [tried] = await tryRules(await toTry('a', false), [event], { ...TRY, format: 'windows' })
    expect(tried?.matches).toEqual([])
  })

  test('of Defender’s log asks for names without the spaces that the log writes', async () => {
    await newTenant()
    const text = [
      ...['title: AMSI', 'id: amsi', 'logsource: { product: windows, service: windefend }', 'detection:'],
      "  a: { EventID: 1116, SourceName: AMSI, ThreatName|startswith: 'Virus:' }",
      '  condition: a',
    ]
    await create('amsi.yml', text.join('\n'))
    const event = (more: object) => ({
      ...{ Channel: 'Microsoft-Windows-Windows Defender/Operational', EventID: 1116, 'Threat Name': 'Virus:DOS/X' },
      ...{ SourceName: 'Microsoft-Windows-Windows Defender', Hostname: 'pc', ...more },
    })
    const events = [event({ 'Source Name': 'AMSI' }), event({ 'Source Name': 'User' }), event({})]
    const tried = await tryRules(await toTry('amsi', false), events, { ...TRY, format: 'windows' })
    expect(tried.map(({ matches }) => matches)).toEqual([['amsi'], [], []])
  })

  test('that comes with the product is hunted as a filter of the tenant leaves it', async () => {
    await newTenant()
    const shipped = builtInRules().find(({ body }) => body.kind === 'event' && body.logSource.product === 'windows')
    const id = shipped?.id ?? ''
    await create('out.yml', filter(id, 'windows'))
    const [narrowed] = (await asAcme((tx) => rulesAsRun(tx, id))).wanted
    expect(narrowed?.body).not.toEqual(shipped?.body)
    const theirs = await withTenant(app, globex, (tx) => rulesAsRun(tx, id))
    expect(theirs.wanted).toEqual([shipped])
  })

  test('is invisible to other tenants', async () => {
    await newTenant()
    const { id } = await create('a.yml', sigma('a'))
    for (const theirs of [id, 'a']) {
      await expect(withTenant(app, globex, (tx) => findRule(tx, theirs))).rejects.toThrow('no such rule')
      await expect(withTenant(app, globex, (tx) => setRuleEnabled(tx, theirs, false, 'x'))).rejects.toThrow('no such')
      await expect(withTenant(app, globex, (tx) => deleteRule(tx, theirs))).rejects.toThrow('no such rule')
    }
  })
})

function filter(rule: string, product: string): string {
  const lines = ['title: keep out', `logsource: { product: ${product} }`, 'filter:', `  rules: [${rule}]`]
  return [...lines, '  selection: { User: adm }', '  condition: not selection'].join('\n')
}

function correlation(rule: string): string {
  const lines = ['title: many', 'id: many', 'correlation:', '  type: event_count', `  rules: [${rule}]`]
  return [...lines, '  group-by: [user]', '  timespan: 5m', '  condition: { gte: 10 }'].join('\n')
}

describe('an import', () => {
  const files = [file('a.yml', sigma('a')), file('many.yml', correlation('a')), file('bad.yml', 'title: bad')]
  const eql = { language: 'eql' as const, file: 'q.eql', text: 'process where process.name : "x"' }
  const run = (...args: Parameters<typeof importRules>[1][number][]) => asAcme((tx) => importRules(tx, args, 'ann'))

  test('imports valid rules, names invalid ones, and a second import changes nothing', async () => {
    await newTenant()
    const first = await run(...files, eql)
    expect(first).toMatchObject({ created: 3, updated: 0, unchanged: 0, faults: [{ file: 'bad.yml' }] })
    expect(await run(...files, eql)).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    expect(Object.values(await announced('rule'))).toHaveLength(3)
  })

  test('imports the valid rules of a text with invalid ones, and none of a text that conflicts with another file', async () => {
    await newTenant()
    const broken = sigma('b').replace('condition: a', 'condition: nope')
    const mixed = file('mixed.yml', `${sigma('a')}---\n${broken}`)
    const clash = file('z.yml', `${sigma('c')}---\n${sigma('a')}`)
    expect(await run(mixed, clash)).toMatchObject({
      created: 1,
      faults: [
        { file: 'mixed.yml', line: 17, reason: expect.stringContaining('nope') },
        { file: 'z.yml', reason: 'id "a" is taken by mixed.yml:1' },
      ],
    })
    expect(await asAcme((tx) => findRule(tx, 'a'))).toMatchObject({ ruleIds: ['a'], text: mixed.text })
    await expect(create('mixed2.yml', `${sigma('d')}---\n${broken}`)).rejects.toThrow('nope')
  })

  test('replaces the text of a file, which stays off when it was off', async () => {
    await newTenant()
    await run(...files)
    await asAcme((tx) => setRuleEnabled(tx, 'a', false, 'ann'))
    expect(await run(file('a.yml', sigma('a', 'level: critical')))).toMatchObject({ updated: 1, faults: [] })
    expect(await asAcme((tx) => findRule(tx, 'a'))).toMatchObject({
      version: 2,
      isEnabled: false,
      severity: 'critical',
    })
  })

  test('is undone as a whole when there is no room for it', async () => {
    await newTenant()
    const many = Array.from({ length: 140 }, (_, n) =>
      file(`${n}.yml`, sigma(`r${n}`, `description: ${'x'.repeat(120_000)}`)),
    )
    await expect(run(...many)).rejects.toThrow('at most 16777216 bytes')
    expect(await asAcme((tx) => rulesPage(tx, 10, null))).toEqual([])
  })
})

describe('an overlay', () => {
  const to = {
    isDisabled: false,
    minSeverity: 'high' as const,
    suppressWhen: {},
    allowlists: { user: ['x'] },
    reason: 'r',
  }

  test('of a rule, built-in or own, or of all is announced, and taken back when it is deleted', async () => {
    await newTenant()
    const { id } = await create('a.yml', sigma('a'))
    const builtIn = builtInRules()[0]?.id ?? ''
    for (const rule of [id, builtIn, '*']) await asAcme((tx) => putOverlay(tx, rule, to, 'ann'))
    const document = { disabled: false, min_severity: 'high', suppress_when: {}, allowlists: { user: ['x'] } }
    expect(await announced('rule_overlay')).toEqual({ a: document, [builtIn]: document, '*': document })
    await asAcme((tx) => deleteOverlay(tx, 'a'))
    expect((await announced('rule_overlay')).a).toBeNull()
    await expect(asAcme((tx) => putOverlay(tx, 'nobody', to, 'ann'))).rejects.toThrow('no such rule')
  })

  test('keeps its other settings when its rule is disabled and enabled', async () => {
    await newTenant()
    const builtIn = builtInRules()[0]?.id ?? ''
    await asAcme((tx) => putOverlay(tx, builtIn, to, 'ann'))
    await asAcme((tx) => setBuiltInEnabled(tx, builtIn, false, 'bob'))
    expect(await asAcme((tx) => findOverlay(tx, builtIn))).toMatchObject({ ...to, isDisabled: true, author: 'bob' })
  })
})

describe('placeholders', () => {
  beforeEach(newTenant)
  const put = (value: unknown) => asAcme((tx) => putPlaceholders(tx, value, 'ann'))
  const expand = (id: string, value: string) =>
    sigma(id).replace('category: test', '').replace('a: { b: c }', `a: { 'b|expand': '${value}' }`)

  test('are one map per tenant, replaced as a whole, published, and invisible to other tenants', async () => {
    await put({ Admins: ['root'], Nets: ['192.0.2.0/24'] })
    await put({ Admins: ['root', 'adm*'] })
    expect([...(await asAcme(placeholdersOf))]).toEqual([['Admins', ['root', 'adm*']]])
    expect(await announced('rule_placeholders')).toEqual({ '*': { values: { Admins: ['root', 'adm*'] } } })
    expect([...(await withTenant(app, globex, placeholdersOf))]).toEqual([])
    await expect(put({ 'a b': ['x'] })).rejects.toThrow(InvalidInput)
    await expect(put(['x'])).rejects.toThrow(/a map from names to values/)
  })

  test('that would make a rule too large are refused, and so is the rule where they are', async () => {
    const many = Array.from({ length: 100 }, (_, n) => `v${n}`)
    await create('wide.yml', expand('wide', '%a%.%b%'))
    await put({ a: many, b: ['x'] })
    await expect(put({ a: many, b: many })).rejects.toThrow(/wide.yml:\d+:0: placeholders make more than/)
    expect((await asAcme(placeholdersOf)).get('b')).toEqual(['x'])
    await expect(create('wider.yml', expand('wider', '%a%%a%'))).rejects.toThrow(/placeholders make more than/)
  })

  test('have their values when a rule is tried', async () => {
    await create('try.yml', expand('try', '%Admins%'))
    const tried = async () => (await tryRules(await toTry('try', false), [{ b: 'root' }], TRY))[0]?.matches
    expect(await tried()).toEqual([])
    await put({ Admins: 'r*t' })
    expect(await tried()).toEqual(['try'])
  })
})

const TRY = { format: 'generic', isExplained: false }
