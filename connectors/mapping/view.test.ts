import { expect, test } from 'vitest'
import { compileSource } from './source.ts'
import { type Chapter, is, type RecordShape } from './table.ts'

function viewOf(shape: Partial<RecordShape>, chapter: Partial<Chapter> = {}) {
  const source = compileSource({
    id: 'door/1',
    shapes: [{ name: 'enveloped', is: () => true, under: 'event', names: { at: ['time'] }, ...shape }],
    select: ['kind'],
    rows: { 'metadata.product.name': is('Door'), message: 'text' },
    logSource: { product: 'door', service: 'audit' },
    chapters: [
      {
        name: 'all',
        ...chapter,
        profiles: [{ name: 'all', when: {}, class: 'base_event', activity: 'Other', unclassified: 'other' }],
      },
    ],
  })
  return source.viewOf({ event: {} })
}

test('a field beside the object of fields is visible by its own name, after a field of that name in the object', () => {
  const view = viewOf({})
  expect(view.paths('zone')).toEqual([{ path: ['event', 'zone'] }, { path: ['zone'] }])
  expect(view.paths('a.b').map(({ path }) => path)).toEqual([
    ...[['event', 'a.b'], ['event', 'a', 'b'], ['a.b'], ['a', 'b']],
  ])
  expect(view.paths('at')).toEqual([{ path: ['time'] }])
})

test('if a shape lists all names beside the object, nothing else is searched there', () => {
  expect(viewOf({ namesAllBeside: true }).paths('zone')).toEqual([{ path: ['event', 'zone'] }])
})

test('in a log with spaces in its names, a name without them is tried with them first', () => {
  const view = viewOf({ names: { SourceName: ['vendor'] } }, { isSpaced: true })
  const at = (field: string) => view.paths(field).map(({ path }) => path.join('/'))
  expect(at('ThreatName')).toEqual(['event/Threat Name', 'event/ThreatName', 'Threat Name', 'ThreatName'])
  expect(at('Feature_Name').slice(0, 2)).toEqual(['event/Feature Name', 'event/Feature_Name'])
  expect(at('SourceName')).toEqual(['event/Source Name', 'vendor', 'Source Name'])
  expect(at('Threat Name')).toEqual(['event/Threat Name', 'Threat Name'])
  expect(at('Path')).toEqual(['event/Path', 'Path'])
  expect(viewOf({}).paths('ThreatName')).toHaveLength(2)
})
