import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { sigmaDraft } from './sigma-draft.ts'

type Draft = { readonly title: string; readonly detection: Record<string, unknown> }
const detectionOf = (query: string) => (parse(sigmaDraft(query, 'A "title"')) as Draft).detection

test.each([
  ['event_code:4625 AND user:kim', { selection: { EventID: 4625, User: 'kim' }, condition: 'selection' }],
  [
    '(process_name:"certutil.exe" AND cmd_line:*urlcache*) AND NOT user:"NT AUTHORITY\\\\SYSTEM"',
    {
      selection: { 'Image|endswith': '\\certutil.exe', 'CommandLine|contains': 'urlcache' },
      filter: { User: 'NT AUTHORITY\\SYSTEM' },
      condition: 'selection and not filter',
    },
  ],
  ["user:o'brien", { selection: { User: "o'brien" }, condition: 'selection' }],
])('%s', (query, detection) => expect(detectionOf(query)).toEqual(detection))

test('a part that cannot be translated becomes a comment', () => {
  const text = sigmaDraft('user:kim AND (host:a OR host:b) AND whoami', 'x')
  expect(text).toContain('# Not translated: host:a OR host:b')
  expect(text).toContain('# Not translated: whoami')
  expect((parse(text) as Draft).detection.selection).toEqual({ User: 'kim' })
})
