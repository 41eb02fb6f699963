import { expect, test } from 'vitest'
import { FACET_KINDS, readsAll, whereOf } from './query-alerts.ts'

test('alerts of a rule or a source come in the order of an index; other facets look at every alert once', () => {
  const kinds = FACET_KINDS.filter((kind) => !readsAll({ facets: { [kind]: ['x'] } }))
  expect(kinds).toEqual(['rule', 'source'])
  expect(FACET_KINDS.filter((kind) => whereOf({ facets: { [kind]: ['x'] } }).includes(`f.kind = '${kind}'`))).toEqual([
    ...['host', 'user', 'ip', 'tactic', 'technique'],
  ])
  expect(readsAll({ facets: { rule: ['x'], host: ['y'] } })).toBe(true)
  expect(readsAll({ facets: {} })).toBe(false)
})
