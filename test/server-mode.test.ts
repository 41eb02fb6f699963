/** `docs/server-mode.md` names every topic with its partitions, for whoever has to make them before. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TOPICS, type TopicSpec } from '../schemas/topics.ts'

const page = fs.readFileSync(path.join(import.meta.dirname, '../docs/server-mode.md'), 'utf8')

test('every topic stands there as it is made', () => {
  const topics: readonly TopicSpec[] = Object.values(TOPICS)
  const rows = topics.map(
    ({ name, partitions, compacted }) => `| \`${name}\` | ${partitions} | ${compacted ? 'compact' : 'delete'} |`,
  )
  expect(rows.filter((row) => !page.includes(row))).toEqual([])
})
