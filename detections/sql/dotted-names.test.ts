import { expect, test } from 'vitest'
import { type MatchEvent, plainView } from '../../schemas/event-view.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { scanRule } from '../match/scan.ts'
import { Bindings } from './bindings.ts'
import { compileSql } from './compile.ts'
import { findAll, insertTexts, kindsOf } from './test-lake.ts'

const engine = useEngine({ migrated: true })
const logSource = { product: '', service: '', categories: [] }
/** The path `a.b.c/d`: as members, and with a name that stands for two of them, in every spelling that JSON has. */
const PLAIN = ['{"a":{"b":{"c/d":"x"}}}', '{"a":{"b":{"c/d":"y"}}}', '{"a":{"b":"C:\\\\users\\u0041"}}']
const DOTTED = ['b.c/d', 'b\\u002ec/d', '\\u0062.c/d', 'b.c\\/d', 'b\\u002Ec\\u002fd'].map(
  (name) => `{"a":{"${name}" :"x"}}`,
)

test('only rows with ambiguous names are left to the matcher', async () => {
  const texts = [...PLAIN, ...DOTTED]
  const events = texts.map((text): MatchEvent => {
    return { record: JSON.parse(text) as Record<string, unknown>, view: plainView, logSource, timeMs: 0 }
  })
  const body = {
    kind: 'event',
    logSource: { product: null, category: null, service: null },
    where: { kind: 'field', field: 'a.b.c/d', test: { op: 'equals', text: 'x', cased: true } },
  } as const
  const { kinds, mappingOf } = kindsOf(events)
  await insertTexts(
    engine().client,
    'dotted',
    events.map((event, at) => ({ mapping: mappingOf(event), raw: texts[at] ?? '' })),
  )
  const bindings = new Bindings()
  const found = await findAll(engine().client, 'dotted', [compileSql(body, kinds, bindings)], bindings)
  expect(events.map(scanRule(body))).toEqual([true, false, false, ...DOTTED.map(() => true)])
  const fates = texts.map((_, at) => {
    const { certain = [], undecided = [] } = found.get(at) ?? {}
    if (undecided.length > 0) return 'undecided'
    return certain.length > 0 ? 'certain' : 'no'
  })
  expect(fates).toEqual(['certain', 'no', 'no', ...DOTTED.map(() => 'undecided')])
})
