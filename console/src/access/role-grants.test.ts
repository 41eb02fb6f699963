import { expect, test } from 'vitest'
import { grantsOf } from './role-grants.ts'

test('each permission is a row of its area, with the roles that have it', () => {
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
  expect(grantsOf([viewer, lead])).toEqual([
    { area: 'actions', verb: 'execute low', isFirst: true, roles: new Set(['lead']) },
    { area: 'cases', verb: 'read', isFirst: true, roles: new Set(['viewer', 'lead']) },
    { area: 'cases', verb: 'write', isFirst: false, roles: new Set(['lead']) },
    { area: 'own tool', verb: 'use', isFirst: true, roles: new Set(['lead']) },
  ])
})
