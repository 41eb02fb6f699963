import { expect, test } from 'vitest'
import { observableQuery } from './observable-query.ts'

test.each([
  ['ip', '203.0.113.9', 'src_ip:"203.0.113.9" OR dst_ip:"203.0.113.9"'],
  ['user', 'CORP\\kim', 'user:"CORP\\\\kim" OR target_user:"CORP\\\\kim"'],
  ['process', 'C:\\a "b".exe', 'process_name:"C:\\\\a \\"b\\".exe"'],
  ['file', 'C:\\temp\\x', '"C:\\\\temp\\\\x"'],
  ['hash', 'd41d8cd98f00b204e9800998ecf8427e', 'd41d8cd98f00b204e9800998ecf8427e'],
] as const)('the events of %s %s', (kind, value, query) => expect(observableQuery(kind, value)).toBe(query))
