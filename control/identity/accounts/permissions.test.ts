import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CustomPermission, EVERY_CUSTOM, isCustomPermission } from './custom-permission.ts'
import { type AnyPermission, holds, intersection, isPermission, PERMISSIONS, permissionSet } from './permissions.ts'
import { permissionsOfRole, STATIC_ROLES } from './static-roles.ts'

const CUSTOM: CustomPermission[] = ['custom:a', 'custom:a:b', 'custom:alerts:read']
const names = fc.subarray<AnyPermission | '*'>(['*', EVERY_CUSTOM, 'alerts:read', 'actions:execute:high', ...CUSTOM])

test('an intersection has the permissions of both sides, whichever side has a wildcard', () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      const [a, b] = [permissionSet(one), permissionSet(other)]
      for (const name of [...PERMISSIONS, ...CUSTOM])
        expect(holds(intersection(a, b), name)).toBe(holds(a, name) && holds(b, name))
    }),
  )
})

test('a custom permission grants no built-in one, and only the wildcard grants custom ones', () => {
  const theirs = permissionSet([...CUSTOM, EVERY_CUSTOM])
  expect(PERMISSIONS.filter((name) => holds(theirs, name))).toEqual([])
  expect(holds(theirs, '*')).toBe(false)
  expect(CUSTOM.filter((name) => holds(permissionSet(PERMISSIONS), name))).toEqual([])
  expect(CUSTOM.every((name) => holds(permissionSet(['*']), name))).toBe(true)
})

test('no name is both a built-in and a custom permission', () => {
  expect(PERMISSIONS.filter((name) => name.startsWith('custom'))).toEqual([])
  const shape = fc.stringMatching(/^(custom|alerts|Custom)?:?[a-zA-Z0-9_:*. -]{0,60}$/)
  fc.assert(
    fc.property(shape, (name) => {
      if (!isCustomPermission(name)) return
      expect([name.startsWith('custom:'), isPermission(name), /[*\s]/.test(name), name.length <= 60]).toEqual([
        ...[true, false, false, true],
      ])
    }),
    { examples: [['custom:a'], ['custom:*'], ['*'], ['alerts:read'], ['custom:a:*'], ['custom:a\n']] },
  )
  for (const role of STATIC_ROLES) expect(isCustomPermission(role)).toBe(false)
})

test('a tenant’s administrator has, and can therefore grant, every built-in permission except plugins and the installation', () => {
  const admin = permissionsOfRole('tenant_admin')
  expect(PERMISSIONS.filter((name) => !holds(admin, name))).toEqual([
    'plugins:read',
    'plugins:execute',
    'plugins:admin',
    'installation:read',
    'installation:write',
  ])
})
