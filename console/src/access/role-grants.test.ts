import { expect, test } from 'vitest'
import { grantsByArea } from './role-grants.ts'

test('permissions of roles are grouped by area, each with its verbs', () => {
  const viewer = { name: 'viewer', permissions: [{ name: 'cases:read' }] }
  const lead = {
    name: 'lead',
    permissions: [
      { name: 'cases:read' },
      { name: 'cases:write' },
      { name: 'actions:execute:low' },
      { name: 'own tool' },
    ],
  }
  expect(grantsByArea([viewer, lead])).toEqual([
    { area: 'actions', verbs: { lead: ['execute low'] } },
    { area: 'cases', verbs: { viewer: ['read'], lead: ['read', 'write'] } },
    { area: 'own tool', verbs: { lead: ['use'] } },
  ])
})
