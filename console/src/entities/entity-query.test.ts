import { expect, test } from 'vitest'
import { entityQuery, likelySame } from './entity-query.ts'

test.each([
  ['ws5', 'host', 'host:"ws5"'],
  ['CORP\\kim', 'user', 'user:"CORP\\\\kim" OR target_user:"CORP\\\\kim"'],
  ['203.0.113.9', null, 'src_ip:"203.0.113.9" OR dst_ip:"203.0.113.9"'],
  ['a"b', null, 'host:"a\\"b" OR user:"a\\"b" OR target_user:"a\\"b"'],
] as const)('%s as %s', (entity, kind, query) => expect(entityQuery(entity, kind)).toBe(query))

test.each([
  ['ws5', ['WS5.corp.example', 'ws50.corp.example', 'ws5'], ['WS5.corp.example']],
  ['ws5.corp.example', ['WS5', 'ws5.other.example'], ['WS5']],
  ['10.0.0.1', ['10'], []],
  ['kim@corp.example', ['kim'], []],
])('%s is likely one of %j', (entity, names, same) => expect(likelySame(entity, names)).toEqual(same))
