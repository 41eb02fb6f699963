import { expect, test } from 'vitest'
import type { FieldView } from '../../../schemas/event-view.ts'
import { genericView } from './generic.ts'
import { ocsfLogSource, ocsfView } from './ocsf.ts'

/** The value of a field at its first place that holds something. */
function firstOf(view: FieldView, field: string, record: Record<string, unknown>): unknown {
  const at = (path: readonly string[]) =>
    path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record)
  return view
    .paths(field)
    .map(({ path }) => at(path))
    .find((value) => value !== undefined)
}

test('a record without a source is readable by its own names, OCSF names and ECS names', () => {
  const record = { 'a.b': 1, deep: { name: 2 }, username: 'ann', src_ip: '192.0.2.7', CommandLine: 'whoami' }
  const found = ['a.b', 'deep.name', 'actor.user.name', 'user.name', 'source.ip', 'process.cmd_line', 'nothing']
  expect(found.map((field) => firstOf(genericView, field, record))).toEqual([
    ...[1, 2, 'ann', 'ann', '192.0.2.7', 'whoami', undefined],
  ])
})

test('fields indexed by a collector come after the event’s own', () => {
  const record = { user: 'eve', hec: { fields: { env: 'prod', username: 'fay', src_ip: '192.0.2.7' } } }
  const found = ['env', 'actor.user.name', 'source.ip'].map((field) => firstOf(genericView, field, record))
  expect(found).toEqual(['prod', 'eve', '192.0.2.7'])
})

test('names that every object has are not fields of a table', () => {
  for (const view of [genericView, ocsfView])
    for (const name of ['constructor', 'toString', '__proto__']) expect(view.paths(name)[0]).toEqual({ path: [name] })
})

test('an OCSF event is readable by its paths, ECS names and Sigma’s names', () => {
  const record = { process: { cmd_line: 'whoami', file: { path: '/bin/sh' } }, actor: { user: { name: 'ann' } } }
  const found = ['process.cmd_line', 'process.command_line', 'CommandLine', 'Image', 'User', 'user.name']
  expect(found.map((field) => firstOf(ocsfView, field, record))).toEqual([
    ...['whoami', 'whoami', 'whoami', '/bin/sh', 'ann', 'ann'],
  ])
})

test('the log source of an OCSF event is that of its system and class, as one shared object', () => {
  const launch = { class_uid: 1007, activity_id: 1, device: { os: { type_id: 100 } } }
  expect(ocsfLogSource(launch)).toMatchObject({ product: 'windows', categories: ['process_creation'] })
  expect(ocsfLogSource({ ...launch })).toBe(ocsfLogSource(launch))
  expect(ocsfLogSource({ class_uid: 4003 }).categories).toContain('dns_query')
  expect(ocsfLogSource({ class_uid: 'x' })).toEqual({ product: '', service: '', categories: [] })
})

test('invented classes of senders do not grow the cache without bound', () => {
  const objects = new Set(Array.from({ length: 6000 }, (_, n) => ocsfLogSource({ class_uid: 500_000 + n })))
  expect(objects.size).toBeLessThanOrEqual(4097)
})
