/** Writes the tables of `docs/server-mode.md` from the topology: `node bin/run.mjs services/topics/reference.ts`. */
import fs from 'node:fs'
import { assert } from '../../platform/assert.ts'
import { wantedGroups, wantedTopics } from './desired-topics.ts'

export const SERVER_MODE = new URL('../../docs/server-mode.md', import.meta.url)

/** The partition count that svc creates, sized for a provider with many tenants. */
const WIDE = 64

/** The page with its tables as they are now. */
export function withTables(page: string): string {
  return withTable(withTable(page, 'topics', topicTable()), 'grants', grantTable())
}

function topicTable(): readonly string[] {
  const wide = new Map(wantedTopics(WIDE).map(({ name, partitions }) => [name, partitions]))
  return [
    `| Topic | Partitions | With \`SVC_PARTITIONS=${WIDE}\` | Cleanup |`,
    '|---|---|---|---|',
    ...wantedTopics().map(
      ({ name, partitions, isCompacted }) =>
        `| \`${name}\` | ${partitions} | ${wide.get(name)} | ${isCompacted ? 'compact' : 'delete'} |`,
    ),
  ]
}

function grantTable(): readonly string[] {
  return [
    '| Resource | Name | Operations |',
    '|---|---|---|',
    '| topic | each of the table above, or the prefix | Describe, Read, Write |',
    `| group | ${wantedGroups()
      .map((name) => `\`${name}\``)
      .join(', ')} | Read |`,
    '| transactional id | prefixed `svc.` | Describe, Write |',
    '| topic | where roles are to make what is missing: the same names | Create |',
  ]
}

function withTable(page: string, name: string, lines: readonly string[]): string {
  const [before, rest] = page.split(`<!-- ${name} -->\n`)
  const [, after] = rest?.split(`\n<!-- end of ${name} -->`) ?? []
  assert(before !== undefined && after !== undefined, `the page has a place for ${name}`)
  return `${before}<!-- ${name} -->\n${lines.join('\n')}\n<!-- end of ${name} -->${after}`
}

if (import.meta.main) fs.writeFileSync(SERVER_MODE, withTables(fs.readFileSync(SERVER_MODE, 'utf8')))
