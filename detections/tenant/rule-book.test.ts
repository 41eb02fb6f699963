import { describe, expect, test, vi } from 'vitest'
import { parseSource, resolveSources } from '../content/rule-source.ts'
import type { Rule } from '../plan/plan.ts'
import { EVERY_RULE, OVERLAY_KIND, type OverlayDocument, PLACEHOLDERS_KIND, RULE_KIND } from './documents.ts'
import { type Parser, RuleBook, type RuleBookHooks } from './rule-book.ts'
import { STOPPED } from './stopped-rules.ts'
import { eventOf, findings } from './testing.ts'

const sigma = (id: string, condition: string, more = '') =>
  `title: ${id}\nid: ${id}\nlogsource: { product: windows }\n${more}\ndetection:\n  a: { ${condition} }\n  condition: a\n`
const eql = (id: string, query: string) => `title: ${id}\nid: ${id}\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`
const document = (text: string, language: 'sigma' | 'eql' = 'sigma') => ({ language, file: 'rule.yml', text })

function rulesOf(...documents: readonly ReturnType<typeof document>[]): readonly Rule[] {
  const { rules, faults } = resolveSources(documents.map((one, n) => parseSource({ ...one, file: `${n}.yml` })))
  expect(faults).toEqual([])
  return rules
}

const logon = (tenant = 'acme', more: Record<string, unknown> = {}) =>
  eventOf(
    { Channel: 'Security', EventID: 4625, Hostname: 'WS-1', TargetUserName: 'ann', IpAddress: '192.0.2.7', ...more },
    'windows',
    tenant,
  )
const ids = (book: RuleBook, event = logon()) => findings(book, event).map(({ rule }) => rule.id)
const overlay = (to: Partial<OverlayDocument>): OverlayDocument => ({
  ...{ disabled: false, min_severity: null, suppress_when: {}, allowlists: {} },
  ...to,
})

describe("a tenant's own rules", () => {
  test('match only its own events, together with the built-in rules', async () => {
    const book = new RuleBook(rulesOf(document(sigma('shared', 'EventID: 4625'))))
    book.change('acme', RULE_KIND, '1', document(sigma('own', 'EventID: 4625')))
    await book.settled()
    expect(ids(book)).toEqual(['shared', 'own'])
    expect(ids(book, logon('globex'))).toEqual(['shared'])
  })

  test('follow each change, and stop matching when they are removed', async () => {
    const book = new RuleBook([])
    book.change('acme', RULE_KIND, '1', document(sigma('one', 'EventID: 4625')))
    await book.settled()
    book.change('acme', RULE_KIND, '1', document(sigma('two', 'EventID: 4625')))
    await book.settled()
    expect(ids(book)).toEqual(['two'])
    book.change('acme', RULE_KIND, '1', undefined)
    await book.settled()
    expect(ids(book)).toEqual([])
  })

  test('stay in force when one of them is faulty or has the id of a built-in rule', async () => {
    const sets: unknown[] = []
    const book = new RuleBook(rulesOf(document(sigma('shared', 'EventID: 1'))), {
      compiled: (...set) => sets.push(set),
    })
    book.change('acme', RULE_KIND, '1', document(sigma('good', 'EventID: 4625')))
    book.change('acme', RULE_KIND, '2', document('title: bad'))
    book.change('acme', RULE_KIND, '3', document(sigma('shared', 'EventID: 4625')))
    await book.settled()
    expect(ids(book)).toEqual(['good'])
    expect(sets).toMatchObject([['acme', { rules: 1, faults: [{ reason: /detection/ }, { reason: /built-in/ }] }]])
  })

  test('beyond the limit of a process do not run and are reported, and running rules can still be changed', async () => {
    const refused: string[] = []
    const book = new RuleBook([], { refused: (_, id) => refused.push(id) }, { textsMax: 1 })
    book.change('acme', RULE_KIND, '1', document(sigma('one', 'EventID: 4625')))
    book.change('acme', RULE_KIND, '2', document(sigma('two', 'EventID: 4625')))
    book.change('acme', RULE_KIND, '1', document(sigma('three', 'EventID: 4625')))
    await book.settled()
    expect([refused, ids(book)]).toEqual([['2'], ['three']])
  })

  test('in EQL can test the class of an event, which is not in its record', async () => {
    const book = new RuleBook([])
    book.change('acme', RULE_KIND, '1', document(eql('auth', 'authentication where true'), 'eql'))
    book.change('acme', RULE_KIND, '2', document(eql('process', 'process where true'), 'eql'))
    book.change('acme', RULE_KIND, '3', document(eql('any', 'any where true'), 'eql'))
    await book.settled()
    expect(ids(book)).toEqual(['auth', 'any'])
    expect(ids(book, eventOf({ event: { category: 'process' }, process: { name: 'x' } }))).toEqual(['process', 'any'])
    const ocsf = { class_uid: 1007, activity_id: 1, metadata: { version: '1.8.0' }, time: 1_700_000_000_000 }
    expect(ids(book, eventOf(ocsf))).toEqual(['process', 'any'])
  })
})

test('the rules of a correlation give no signals of their own, unless the correlation says so', () => {
  const base = (id: string) => sigma(id, 'EventID: 4625', `name: ${id}`)
  const correlation = (rule: string, generate: boolean) =>
    [`title: many ${rule}`, `id: many-${rule}`, 'correlation:', '  type: event_count', `  rules: [${rule}]`]
      .concat(['  group-by: [TargetUserName]', '  timespan: 5m', '  condition: { gte: 10 }', `generate: ${generate}`])
      .join('\n')
  const texts = [base('silent'), base('heard'), correlation('silent', false), correlation('heard', true)]
  expect(ids(new RuleBook(rulesOf(...texts.map((text) => document(text)))))).toEqual(['heard'])
})

describe('a signal shows', () => {
  const tagged = 'level: critical\ntags: [attack.t1110.003, attack.credential_access, attack.g0016, cve.2021-1]\n'

  test('severity, techniques and tactics in the spelling of OCSF and ATT&CK', () => {
    const [found] = findings(new RuleBook(rulesOf(document(sigma('r', 'EventID: 4625', tagged)))), logon())
    expect(found?.rule).toMatchObject({
      ...{ severityId: 5, techniques: ['T1110.003'], tactics: ['credential-access'], language: 'sigma' },
    })
  })

  test('the matched fields, each once, with long values cut', () => {
    const text = sigma('r', 'EventID: 4625, TargetUserName: [ann, bob], "IpAddress|startswith": "10."').replace(
      'condition: a',
      'b: { "Long|contains": x }\n  c: { TargetUserName: carl }\n  condition: 1 of * and not c',
    )
    const [found] = findings(new RuleBook(rulesOf(document(text))), logon('acme', { Long: 'x'.repeat(1000) }))
    expect(found?.matched).toEqual([
      { field: 'EventID', value: '4625' },
      { field: 'TargetUserName', value: 'ann' },
      { field: 'Long', value: 'x'.repeat(256) },
    ])
  })

  test('the fields that the author lists instead, if present', () => {
    const text = sigma('r', 'EventID: 4625', 'fields: [IpAddress, Nothing, Computer]')
    const [found] = findings(new RuleBook(rulesOf(document(text))), logon())
    expect(found?.matched.map(({ field }) => field)).toContain('IpAddress')
    expect(found?.matched.map(({ field }) => field)).not.toContain('Nothing')
  })
})

test('a placeholder has the value that each tenant sets, also after a change', async () => {
  const book = new RuleBook([])
  const own = document(sigma('own', "TargetUserName|expand: '%Admins%'"))
  const say = (tenant: string, ...values: readonly string[]) =>
    book.change(tenant, PLACEHOLDERS_KIND, '*', { values: { Admins: values } })
  say('globex', 'bob')
  for (const tenant of ['acme', 'globex']) book.change(tenant, RULE_KIND, '1', own)
  await book.settled()
  expect([ids(book), ids(book, logon('globex'))], 'before acme says anything').toEqual([[], []])
  say('acme', 'nobody', 'an*')
  await book.settled()
  expect([ids(book), ids(book, logon('globex'))]).toEqual([['own'], []])
  expect(ids(book, logon('globex', { TargetUserName: 'bob' }))).toEqual(['own'])
  book.change('acme', PLACEHOLDERS_KIND, '*', undefined)
  await book.settled()
  expect(ids(book)).toEqual([])
})

describe('an overlay', () => {
  const text = document(sigma('r', 'EventID: 4625', 'level: low'))
  const cases: readonly [string, Partial<OverlayDocument>, string | null][] = [
    ['disabled', { disabled: true }, 'disabled'],
    ['with a floor above the rule', { min_severity: 'medium' }, 'severity_floor'],
    ['with a floor at the rule', { min_severity: 'low' }, null],
    [
      'whose fields all hold',
      { suppress_when: { TargetUserName: ['bob', 'ANN'], EventID: ['4625'] } },
      'suppress_when',
    ],
    ['one of whose fields holds not', { suppress_when: { TargetUserName: ['ann'], EventID: ['1'] } }, null],
    ['one of whose lists holds', { allowlists: { EventID: ['1'], TargetUserName: ['ann'] } }, 'allowlist'],
    ['with a name of signals', { allowlists: { host: ['ws-1'] } }, 'allowlist'],
    ['with a network', { allowlists: { IpAddress: ['192.0.2.0/24'] } }, 'allowlist'],
    ['with a network of a name of signals', { suppress_when: { src_ip: ['192.0.2.0/29'] } }, 'suppress_when'],
    [
      'with a network of others',
      { allowlists: { IpAddress: ['192.0.3.0/24', 'fe80::/10', '192.0/16', '192.0.2.7/33'] } },
      null,
    ],
    ['with a value of nobody', { allowlists: { host: ['ws'], absent: ['x'] } }, null],
  ]

  test.each(cases)('%s', (_, to, reason) => {
    for (const rule of ['r', EVERY_RULE]) {
      const reasons: (string | null)[] = []
      const book = new RuleBook(rulesOf(text), { suppressed: (why) => reasons.push(why) })
      book.change('acme', OVERLAY_KIND, rule, overlay(to))
      expect([ids(book).length, ...reasons]).toEqual(reason === null ? [1] : [0, reason])
      expect(ids(book, logon('globex'))).toEqual(['r'])
      book.change('acme', OVERLAY_KIND, rule, undefined)
      expect(ids(book)).toEqual(['r'])
    }
  })
})

test("reports the cost of a tenant's own rules once, and never that of built-in rules", async () => {
  let ms = 0
  const book = new RuleBook(rulesOf(document(sigma('shared', 'EventID: 4624'))), {}, { now: () => (ms += 2) })
  book.change('acme', RULE_KIND, '1', document(sigma('own', "'Text|re': '^a.*b$'")))
  await book.settled()
  for (let n = 0; n < 64; n++) ids(book, logon('acme', { Text: 'a to b' }))
  const [own, ...others] = book.spent()
  expect([own, others]).toMatchObject([{ tenant: 'acme', ruleId: 'own', evaluations: 64, timed: 64 }, []])
  expect(own?.costUs, 'by a clock that goes on with each look').toBeGreaterThanOrEqual(64 * 2000)
  expect(book.spent()).toEqual([])
  ids(book, logon('acme', { Text: 'a to b' }))
  expect(book.spent()).toMatchObject([{ tenant: 'acme', ruleId: 'own', evaluations: 1 }])
})

describe('a rule that takes too long', () => {
  const slow = document(sigma('slow', "'Text|re': '^a.*b$'"))
  const text = { Text: 'a to b' }
  const stops: [string | null, string][] = []
  const hooks: RuleBookHooks = { stopped: (tenant, rule) => stops.push([tenant, rule.id]) }

  /** A clock that goes fast while `isSlow`. */
  function slowBook(builtIn: readonly Rule[]) {
    const clock = { isSlow: true, ms: 0 }
    const now = () => (clock.ms += clock.isSlow ? 10_000 : 0)
    stops.length = 0
    return { clock, book: new RuleBook(builtIn, hooks, { now }) }
  }
  const stopped = (book: RuleBook, tenant: string) =>
    findings(book, logon(tenant, text)).find(({ rule }) => rule.id.startsWith(STOPPED))

  test('is disabled for the tenant of the event, with a signal, and continues for others', async () => {
    const { clock, book } = slowBook(rulesOf(slow, document(sigma('sound', 'EventID: 4625'))))
    const found = stopped(book, 'acme')
    expect(found?.rule).toMatchObject({ id: `${STOPPED}:slow`, severityId: 2 })
    expect(found?.matched).toEqual([
      { field: 'rule.id', value: 'slow' },
      { field: 'rule.version', value: '0.0' },
      { field: 'reason', value: 'the rule takes more time than it may' },
    ])
    expect(stops).toEqual([['acme', 'slow']])
    clock.isSlow = false
    await book.settled()
    expect(ids(book, logon('acme', text))).toEqual(['sound'])
    expect(ids(book, logon('globex', text))).toEqual(['slow', 'sound'])
    book.change('acme', OVERLAY_KIND, 'slow', overlay({}))
    expect(ids(book, logon('acme', text)), 'switched on again').toEqual(['slow', 'sound'])
  })

  test("is disabled, if it is the tenant's own, until its own text is announced again", async () => {
    const { clock, book } = slowBook([])
    book.change('acme', RULE_KIND, '1', slow)
    await book.settled()
    expect(stopped(book, 'acme')?.rule.id).toBe(`${STOPPED}:slow`)
    clock.isSlow = false
    expect(ids(book, logon('acme', text))).toEqual([])
    book.change('acme', RULE_KIND, '2', document(sigma('sound', 'EventID: 4625')))
    await book.settled()
    expect(ids(book, logon('acme', text))).toEqual(['sound'])
    book.change('acme', RULE_KIND, '1', slow)
    await book.settled()
    expect(ids(book, logon('acme', text))).toEqual(['slow', 'sound'])
  })

  test("is enabled again by an overlay, if it is the tenant's own", async () => {
    const { clock, book } = slowBook([])
    book.change('acme', RULE_KIND, '1', slow)
    await book.settled()
    expect(stopped(book, 'acme')).toBeDefined()
    clock.isSlow = false
    book.change('acme', OVERLAY_KIND, 'slow', overlay({}))
    await book.settled()
    expect(ids(book, logon('acme', text))).toEqual(['slow'])
  })

  test('is disabled in every process that reads the stop, if its text is unchanged', async () => {
    const builtIn = rulesOf(document(sigma('shared', 'EventID: 4625')))
    const all = () => {
      const book = new RuleBook(builtIn)
      book.change('acme', RULE_KIND, '1', slow, 7)
      return book
    }
    const { book: stopping } = slowBook(builtIn)
    stopping.change('acme', RULE_KIND, '1', slow, 7)
    await stopping.settled()
    const stops = findings(stopping, logon('acme', text)).map(({ matched }) => {
      const matchedValue = new Map(matched.map(({ field, value }) => [field, value]))
      return {
        tenant: 'acme',
        ruleId: matchedValue.get('rule.id') ?? '',
        version: matchedValue.get('rule.version') ?? '',
      }
    })
    const own = stops.filter(({ ruleId }) => ruleId === 'slow')
    expect(own).toEqual([{ tenant: 'acme', ruleId: 'slow', version: '7.0' }])
    const book = all()
    book.learn(own)
    await book.settled()
    expect(ids(book, logon('acme', text)), 'learnt before the rule was compiled').toEqual(['shared'])
    const later = all()
    await later.settled()
    expect(ids(later, logon('acme', text)), 'it is not known yet what was stopped').toEqual(['shared', 'slow'])
    later.learn(own)
    expect(ids(later, logon('acme', text)), 'at once').toEqual(['shared'])
    expect(
      book.figures().map(({ rule }) => rule.id),
      'and no longer evaluated',
    ).toEqual(['shared'])
    book.change('acme', RULE_KIND, '1', slow, 8)
    await book.settled()
    book.learn(own)
    expect(ids(book, logon('acme', text)), 'its text is another').toEqual(['shared', 'slow'])
    book.learn([{ tenant: 'acme', ruleId: 'slow', version: '8.0' }])
    book.change('acme', OVERLAY_KIND, 'slow', overlay({}), 9)
    await book.settled()
    book.learn([{ tenant: 'acme', ruleId: 'slow', version: '8.0' }])
    expect(ids(book, logon('acme', text)), 'its overlay is another').toEqual(['shared', 'slow'])
  })

  test('is disabled only for that tenant when a built-in rule was disabled elsewhere', async () => {
    const book = new RuleBook(rulesOf(document(sigma('shared', 'EventID: 4625'))))
    const stop = { tenant: 'acme', ruleId: 'shared', version: '0.0' }
    book.learn([stop, { ...stop, tenant: 'globex', version: '0.4' }, { ...stop, ruleId: 'gone' }])
    expect([ids(book), ids(book, logon('globex'))]).toEqual([[], ['shared']])
    book.change('acme', OVERLAY_KIND, 'shared', overlay({}), 5)
    book.learn([stop])
    expect(ids(book)).toEqual(['shared'])
  })

  test('stays enabled when a new text replaced the slow one before it was compiled', async () => {
    const { clock, book } = slowBook([])
    book.change('acme', RULE_KIND, '1', slow, 1)
    await book.settled()
    book.change('acme', RULE_KIND, '1', slow, 2)
    const found = stopped(book, 'acme')
    expect(found?.matched).toContainEqual({ field: 'rule.version', value: '1.0' })
    clock.isSlow = false
    await book.settled()
    expect(ids(book, logon('acme', text))).toEqual(['slow'])
  })
})

test("only a tenant's own events wait for its slow rule texts", async () => {
  const reading = Promise.withResolvers<void>()
  const parser: Parser = {
    async parse(tenant, source, options) {
      if (tenant === 'slow') await reading.promise
      return parseSource(source, options)
    },
  }
  const book = new RuleBook([], {}, { parser })
  book.change('slow', RULE_KIND, '1', document(sigma('slow', 'EventID: 4625')), 1)
  book.change('acme', RULE_KIND, '2', document(sigma('own', 'EventID: 4625')), 2)
  book.holdUncompiled()
  expect([book.isAwaited('slow'), book.isAwaited('acme'), book.isAwaited('other')]).toEqual([true, true, false])
  await vi.waitUntil(() => !book.isAwaited('acme'))
  expect(ids(book, logon('acme'))).toEqual(['own'])
  expect(book.isAwaited('slow')).toBe(true)
  reading.resolve()
  await book.settled()
  expect([book.isAwaited('slow'), ids(book, logon('slow'))]).toEqual([false, ['slow']])
})

test('a rule that exceeds the work limit is reported once and counted each time', async () => {
  const counted: string[] = []
  const book = new RuleBook([], { unfinished: ({ id }) => counted.push(id) }, { now: () => 0 })
  const pattern = `[ab]*a${'([ab]){190}'.repeat(4)}([0-9]){2}$`
  book.change('acme', RULE_KIND, '1', document(sigma('dear', `CommandLine|re: '${pattern}'`)), 1)
  await book.settled()
  const long = (n: number) =>
    Array.from({ length: 20_000 }, (_, i) => 'ab'[Math.imul(i + n, 2654435761) >>> 31]).join('')
  const findingIds = [1, 2].map((n) =>
    findings(book, logon('acme', { CommandLine: long(n) })).map(({ rule }) => rule.id),
  )
  expect(findingIds).toEqual([['svc-rule-unfinished:dear'], []])
  expect(counted).toEqual(['dear', 'dear'])
})
