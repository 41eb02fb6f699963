import { expect, test } from 'vitest'
import { indicatorKind } from './indicator-kind.ts'

test.each([
  ['src_ip', '203.0.113.9', 'ip'],
  ['dst_ip', '2001:db8::1', 'ip'],
  ['file_hash', 'd41d8cd98f00b204e9800998ecf8427e', 'md5'],
  ['file_hash', 'a'.repeat(64), 'sha256'],
  ['url', 'https://bad.example/x', 'url'],
  ['user', 'kim@corp.example', 'email'],
  ['domain', 'bad.example', 'domain'],
  ['process_name', 'evil.exe', 'filename'],
  ['host', 'ws1.corp.example', null],
  ['user', 'kim', null],
] as const)('%s %s', (field, value, kind) => {
  expect(indicatorKind(field, value)).toBe(kind)
})
