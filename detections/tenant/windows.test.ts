/** Rules over several events: which events feed them, and a tenant's rules that build on built-in ones. */
import { expect, test } from 'vitest'
import { parseSource, resolveSources } from '../content/rule-source.ts'
import { OVERLAY_KIND, type OverlayDocument, RULE_KIND } from './documents.ts'
import { RuleBook } from './rule-book.ts'
import { eventOf, feedings, findings } from './testing.ts'

const failed = (more = '') =>
  `title: failed\nid: failed-id\nname: failed\n${more}\nlogsource: { product: windows }\ndetection: { a: { EventID: 4625 }, condition: a }\n`
const many = (rule: string, more = '', id = 'many') =>
  [
    ...[`title: ${id}`, `id: ${id}`, 'level: low', more, 'correlation:', '  type: value_count', `  rules: [${rule}]`],
    ...['  group-by: [IpAddress]', '  timespan: 5m', '  condition: { field: TargetUserName, gte: 3 }'],
  ].join('\n')
const filter = (rules: string) =>
  [
    ...['title: scanner', 'id: scanner', 'logsource: { product: windows }', 'filter:', `  rules: ${rules}`],
    ...['  ours: { IpAddress: 192.0.2.7 }', '  condition: not ours'],
  ].join('\n')

const document = (text: string, language: 'sigma' | 'eql' | 'kql' = 'sigma') => ({ language, file: 'own.yml', text })
const builtIn = (...texts: readonly string[]) =>
  resolveSources(texts.map((text, n) => parseSource({ ...document(text), file: `${n}.yml` }))).rules

const logon = (tenant = 'acme', more: Record<string, unknown> = {}) =>
  eventOf(
    { Channel: 'Security', EventID: 4625, TargetUserName: 'ann', IpAddress: '192.0.2.7', ...more },
    'windows',
    tenant,
  )

async function bookWith(builtInTexts: readonly string[], ...own: readonly ReturnType<typeof document>[]) {
  const faults: string[] = []
  const compiled = (_: string, set: { faults: readonly { reason: string }[] } | null) => {
    faults.push(...(set?.faults ?? []).map(({ reason }) => reason))
  }
  const book = new RuleBook(builtIn(...builtInTexts), { compiled })
  for (const [n, one] of own.entries()) book.change('acme', RULE_KIND, String(n), one)
  await book.settled()
  return { book, faults }
}

/** Rules of the windows that the event is given to, with group and measure. */
function fed(book: RuleBook, event = logon()): string[] {
  return feedings(book, event).map(({ key, values }) => [...key, ...values].join(' '))
}
const ruleIds = (book: RuleBook, event = logon()) => findings(book, event).map(({ rule }) => rule.id)

test('an event enters only the windows of the rules that it matches', async () => {
  const { book } = await bookWith([failed(), many('failed')])
  expect(fed(book)).toEqual(['192.0.2.7 ann'])
  expect(fed(book, logon('acme', { EventID: 4624 }))).toEqual([])
  expect(fed(book, logon('acme', { IpAddress: undefined })), 'an event without the key is of no group').toEqual([])
  expect(fed(book, logon('acme', { IpAddress: ['a', 'b', 'a'] }))).toEqual(['a ann', 'b ann'])
  expect(ruleIds(book), 'the rule is a part of the correlation').toEqual([])
})

test('counts the groups of one event beyond the bound', () => {
  let omitted = 0
  const book = new RuleBook(builtIn(failed(), many('failed')), { groupsOmitted: (groups) => (omitted += groups) })
  const fed = feedings(book, logon('acme', { IpAddress: Array.from({ length: 40 }, (_, n) => `192.0.2.${n}`) }))
  expect([fed.length, omitted]).toEqual([16, 24])
})

test('each event is tested against every step of an EQL sequence, including `until`', async () => {
  const query =
    'sequence by IpAddress with maxspan=5m [any where EventID == 4625] [any where EventID == 4624] until [any where EventID == 1102]'
  const own = document(`title: eql\nid: eql\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`, 'eql')
  const { book, faults } = await bookWith([], own)
  expect(faults).toEqual([])
  const feeds = [4625, 4624, 1102, 1].map((EventID) =>
    feedings(book, logon('acme', { EventID })).map(({ place }) => place.feed),
  )
  expect(feeds).toEqual([[0], [1], [2], []])
  expect(ruleIds(book), 'a step is no signal').toEqual([])
  expect(fed(book, logon('globex'))).toEqual([])
})

test('an event without an optional join key enters the window; without a required one it does not', async () => {
  const query =
    'sequence by ?TargetUserName, IpAddress with maxspan=5m [any where EventID == 4625] [any where EventID == 4624]'
  const own = document(`title: eql\nid: eql\nlanguage: eql\nquery: ${JSON.stringify(query)}\n`, 'eql')
  const { book } = await bookWith([], own)
  const keys = (more: Record<string, unknown>) => feedings(book, logon('acme', more)).map(({ key }) => key)
  const [named, unnamed, empty] = [keys({}), keys({ TargetUserName: undefined }), keys({ TargetUserName: '' })]
  expect(new Set([named, unnamed, empty].map((value) => JSON.stringify(value))).size).toBe(3)
  expect(unnamed).toHaveLength(1)
  expect(keys({ IpAddress: undefined })).toEqual([])
})

test("a tenant's correlation can use a built-in rule by name or id, and the rule still gives its own signals", async () => {
  for (const reference of ['failed', 'failed-id']) {
    const { book, faults } = await bookWith([failed()], document(many(reference)))
    expect(faults).toEqual([])
    expect([fed(book), ruleIds(book)]).toEqual([['192.0.2.7 ann'], ['failed-id']])
    expect([fed(book, logon('globex')), ruleIds(book, logon('globex'))]).toEqual([[], ['failed-id']])
    expect(book.headOf('acme', 'many')?.severityId).toBe(2)
    expect(book.headOf('globex', 'many')).toBeNull()
  }
})

test("a tenant's correlation can use a built-in correlation", async () => {
  const second = many('many', '', 'second').replace('value_count', 'event_count').replace('field: TargetUserName, ', '')
  const { book, faults } = await bookWith([failed(), many('failed')], document(second))
  expect([faults, fed(book)]).toEqual([[], ['192.0.2.7 ann']])
  expect(book.windowsOf('acme').map(({ id }) => id)).toEqual(['many', 'second'])
  expect(book.headOf('acme', 'many'), 'a built-in rule speaks for itself').not.toBeNull()
})

test('the name of a correlation may equal the id of the rule that it counts', async () => {
  const own = document(`${many('failed-id')}\nname: failed-id\n`)
  for (const { book, faults } of [await bookWith([failed(), own.text]), await bookWith([failed()], own)]) {
    expect([faults, book.windowsOf('acme').map(({ id }) => id), fed(book)]).toEqual([[], ['many'], ['192.0.2.7 ann']])
  }
})

test('with `generate` the built-in rule gives signals too', async () => {
  const { book } = await bookWith([failed(), many('failed')], document(many('failed', 'generate: true', 'own')))
  expect([ruleIds(book), ruleIds(book, logon('globex'))]).toEqual([['failed-id'], []])
})

test("a name that exists twice means the tenant's rule", async () => {
  const own = failed().replace('failed-id', 'own-id').replace('4625', '4771')
  const { book, faults } = await bookWith([failed()], document(own), document(many('failed')))
  expect(faults).toEqual([])
  expect([fed(book), fed(book, logon('acme', { EventID: 4771 }))]).toEqual([[], ['192.0.2.7 ann']])
})

test("a tenant's filter narrows built-in rules and their correlations for this tenant, by name or log source", async () => {
  for (const rules of ['[failed]', 'any']) {
    const { book, faults } = await bookWith([failed(), many('failed', 'generate: true')], document(filter(rules)))
    expect(faults).toEqual([])
    const other = { IpAddress: '192.0.2.8' }
    expect([ruleIds(book), fed(book)]).toEqual([[], []])
    expect([ruleIds(book, logon('acme', other)), fed(book, logon('acme', other))]).toEqual([
      ['failed-id'],
      ['192.0.2.8 ann'],
    ])
    expect([ruleIds(book, logon('globex')), fed(book, logon('globex'))]).toEqual([['failed-id'], ['192.0.2.7 ann']])
    book.change('acme', RULE_KIND, '0', undefined)
    await book.settled()
    expect(ruleIds(book)).toEqual(['failed-id'])
  }
})

test('a window that cannot run is a fault with its reason, and other rules still run', async () => {
  const endless = many('failed', '', 'endless').replace('5m', '60d')
  const { book, faults } = await bookWith([failed()], document(endless), document(many('failed')))
  expect(faults).toEqual([expect.stringMatching(/longer than 30 days/)])
  expect(book.windowsOf('acme').map(({ id }) => id)).toEqual(['many'])
})

const overlay = (to: Partial<OverlayDocument>): OverlayDocument => ({
  ...{ disabled: false, min_severity: null, suppress_when: {}, allowlists: {} },
  ...to,
})

test.each([
  ['what a tenant lets pass for the window', 'many', { allowlists: { TargetUserName: ['ANN'] } }, 0],
  ['what a tenant lets pass for the part', 'failed-id', { suppress_when: { IpAddress: ['192.0.2.7'] } }, 0],
  ['a window that is disabled', 'many', { disabled: true }, 0],
  ['a part that is disabled', 'failed-id', { disabled: true }, 0],
  ['a part below a floor, which is about signals', 'failed-id', { min_severity: 'critical' }, 1],
  ['a list of others', 'many', { allowlists: { TargetUserName: ['bob'] } }, 1],
] as const)('%s counts accordingly', async (_, rule, to, windows) => {
  const { book } = await bookWith([failed(), many('failed')])
  book.change('acme', OVERLAY_KIND, rule, overlay(to))
  expect(fed(book)).toHaveLength(windows)
  expect(fed(book, logon('globex'))).toHaveLength(1)
})

test('a window below the severity floor, or disabled, gives no signal', async () => {
  const { book } = await bookWith([failed(), many('failed')])
  expect(book.headOf('acme', 'many')?.title).toBe('many')
  for (const to of [{ disabled: true }, { min_severity: 'medium' }] as const) {
    book.change('acme', OVERLAY_KIND, 'many', overlay(to))
    expect([book.headOf('acme', 'many'), book.headOf('globex', 'many')?.id]).toEqual([null, 'many'])
  }
})

test('a rule book for windows has the same windows and heads, and matches no events', async () => {
  const own = document(many('own-id', '', 'own-many'))
  const part = document(failed().replaceAll('failed', 'own'))
  const both = await bookWith([failed(), many('failed')], part, own)
  const windows = new RuleBook(builtIn(failed(), many('failed')), {}, { onlyWindows: true })
  windows.change('acme', RULE_KIND, '0', part)
  windows.change('acme', RULE_KIND, '1', own)
  await windows.settled()
  for (const tenant of ['acme', 'other']) {
    expect(windows.windowsOf(tenant).map(({ id }) => id)).toEqual(both.book.windowsOf(tenant).map(({ id }) => id))
    for (const id of ['many', 'own-many', 'failed-id', 'own-id'])
      expect(windows.headOf(tenant, id)).toEqual(both.book.headOf(tenant, id))
  }
  expect(windows.windowsOf('acme')).toHaveLength(2)
  expect(windows.figures(), 'nothing is compiled for events').toEqual([])
})
