/** The console writes tables of sources with the classes, activities and columns that the product has. */
import { expect, test } from 'vitest'
import { LEARNED_CLASSES, SLOTS } from '../connectors/learned/learned-table.ts'
import { ACTIVITIES, SLOTS as OFFERED } from '../console/src/pipeline/table-classes.ts'

test('the console offers the classes, activities and columns of tables', () => {
  const classes = Object.entries(LEARNED_CLASSES).map(([name, { activities }]) => [name, Object.keys(activities)])
  expect(ACTIVITIES).toEqual(Object.fromEntries(classes))
  expect(OFFERED).toEqual([...SLOTS])
})
