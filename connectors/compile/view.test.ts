import { expect, test } from 'vitest'
import { compileSource } from './source.ts'
import { is, type RecordShape } from './table.ts'

function viewOf(shape: Partial<RecordShape>) {
  const source = compileSource({
    id: 'door/1',
    shapes: [{ name: 'enveloped', is: () => true, under: 'event', names: { at: ['time'] }, ...shape }],
    select: ['kind'],
    rows: { 'metadata.product.name': is('Door'), message: 'text' },
    logSource: { product: 'door', service: 'audit' },
    chapters: [
      {
        name: 'all',
        profiles: [{ name: 'all', when: {}, class: 'base_event', activity: 'Other', unclassified: 'other' }],
      },
    ],
  })
  return source.viewOf({ event: {} })
}

test('a field beside the object of the fields is seen by its own name, behind a field of that name in it', () => {
  const view = viewOf({})
  expect(view.paths('zone')).toEqual([{ path: ['event', 'zone'] }, { path: ['zone'] }])
  expect(view.paths('a.b').map(({ path }) => path)).toEqual([
    ...[['event', 'a.b'], ['event', 'a', 'b'], ['a.b'], ['a', 'b']],
  ])
  expect(view.paths('at')).toEqual([{ path: ['time'] }])
})

test('where the names of a shape are all there is beside, nothing else is looked for there', () => {
  expect(viewOf({ namesAllBeside: true }).paths('zone')).toEqual([{ path: ['event', 'zone'] }])
})
