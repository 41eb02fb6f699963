import { expect, test } from 'vitest'
import type { Derive, FieldPath } from '../../schemas/event-view.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { textOf } from '../match/compile-test.ts'
import { compileGetter } from '../match/read-field.ts'
import { Bindings } from './bindings.ts'
import { insertTexts } from './test-lake.ts'

const engine = useEngine({ migrated: true })

const VALUES: readonly unknown[] = [
  ...['C:\\a.b\\c.tar.gz', '/etc/passwd', 'a.d/x', 'x.', '.profile', '', 'Ünï.Çö', 'line\nbreak.txt', 'a.\n'],
  ...['cmd /c  dir\t"C:\\Program Files"', '"C:\\a b\\x.exe" --name="a b"c', 'say \\"hi\\" "a \\"b\\" c"', 'x "" "open'],
  ...['copy "C:\\dir\\\\" d', '\\\\\\"', '"\\\\"', '   ', "it's 'one' \\'two\\'", 3, '3', 4688, 0.5, true, null, {}],
  ...[['a.txt', 'b'], ['a', 'b'], ['one two', 3, null], ['c.d'], [], [['x.y', 'z']]],
]
const DERIVES: readonly Derive[] = [
  ...(['basename', 'dirname', 'lower', 'extension', 'arguments', 'argument_count'] as const),
  { words: { 3: 'Network', '0.5': 'a half\'s \\ " word', '': 'nothing', 'a.txt': 'text', true: 'egress' } },
]

test('computed values are the same in SQL and in the matcher', async () => {
  const { client } = engine()
  const texts = VALUES.map((v) => ({ mapping: '', raw: JSON.stringify({ v }) }))
  await insertTexts(client, 'derived', [...texts, { mapping: '', raw: '{}' }])
  const places = DERIVES.map((derive): FieldPath => ({ path: ['v'], derive }))
  for (const place of [...places, { path: [], constant: ['start'] }, { path: [], constant: ["it's", '\\', ''] }]) {
    const view = { name: 'made', paths: () => [place] }
    const bindings = new Bindings()
    const leaves = bindings.leaves(view, 'v')
    const query = `SELECT pid, ${leaves} AS leaves FROM ${bindings.table(['pid'], `WHERE tenant_id = 'derived'`)} ORDER BY pid`
    const rows = await (await client.query({ query, format: 'JSONEachRow' })).json<{ pid: number; leaves: string[] }>()
    const get = compileGetter(view, 'v')
    for (const { pid, leaves: found } of rows) {
      const record = pid < VALUES.length ? { v: VALUES[pid] } : {}
      expect(found, `${JSON.stringify(place)} of ${JSON.stringify(record)}`).toEqual(written(get(record)))
    }
    expect(rows).toHaveLength(VALUES.length + 1)
  }
})

/** As `leaves.ts` writes them. */
function written(value: unknown): readonly string[] {
  if (value === undefined) return ['u']
  return [value].flat().map((leaf) => {
    if (leaf === null) return 'z'
    const text = textOf(leaf)
    return text === null ? 'o' : `${String(typeof leaf)[0]}${text}`
  })
}
