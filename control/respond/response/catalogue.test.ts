import { expect, test } from 'vitest'
import { ACTION_TYPES, gatedBecause } from './catalogue.ts'

test.each(ACTION_TYPES)('the reason for an approval of $name is text', (type) => {
  const reason = gatedBecause(type)
  if (type.alwaysApproved || type.blastRadius === 'high') expect(reason).toContain(`“${type.about}”`)
  else expect(reason).toBeNull()
})
