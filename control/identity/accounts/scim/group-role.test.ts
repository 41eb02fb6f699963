import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GRANTABLE_ROLES } from '../static-roles.ts'
import { highestRole, roleOfGroup } from './group-role.ts'

/** The names of the specification, each with the words that give its role. */
const NAMES = [
  ['tenant_admin', ['tenant', 'admin']],
  ['soc_lead', ['soc', 'lead']],
  ['soc_lead', ['soc', 'manager']],
  ['soc_lead', ['incident', 'commander']],
  ['threat_hunter', ['threat', 'hunter']],
  ['threat_hunter', ['threat', 'hunting']],
  ['threat_hunter', ['hunter']],
  ['soc_analyst', ['soc', 'analyst']],
  ['soc_analyst', ['triage']],
  ['soc_analyst', ['analyst']],
  ['viewer', ['viewer']],
  ['viewer', ['read', 'only']],
  ['viewer', ['auditor']],
] as const

const names = fc.constantFrom(...NAMES)
const separators = fc.constantFrom(' ', '-', '_', '.', '/', ' & ', '--', '')
const cased = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, n) => (upper[n] ? letter.toUpperCase() : letter)).join(''))

describe('the name of a group', () => {
  test('gives its role in any case, with any punctuation, in the plural and between other words', () => {
    const spelled = names.chain(([role, words]) =>
      fc.record({
        role: fc.constant(role),
        name: fc
          .tuple(
            separators,
            ...words.map((word) => fc.tuple(cased(word), fc.constantFrom('', 's', 'S')).map((parts) => parts.join(''))),
          )
          .map(([between, ...parts]) => parts.join(between)),
        around: fc.constantFrom(['', ''], ['Acme ', ' (EMEA)'], ['app-', '-prod'], ['', ' 2']),
      }),
    )
    fc.assert(
      fc.property(spelled, ({ role, name, around: [before, after] }) => {
        expect([before + name + after, roleOfGroup(before + name + after)]).toEqual([before + name + after, role])
      }),
      { numRuns: 500 },
    )
  })

  test('never gives a role that cannot be granted, whatever it is, and case changes nothing', () => {
    const words = fc.constantFrom(
      'platform',
      'admin',
      'api',
      'service',
      'tenant',
      'soc',
      'lead',
      'platform_admin',
      'root',
      '*',
    )
    const any = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(words).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(any, (name) => {
        const role = roleOfGroup(name)
        if (role !== null) expect(GRANTABLE_ROLES).toContain(role)
        expect(roleOfGroup(name.toLowerCase())).toBe(role)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(['platform_admin', 'admin', 'admins', 'api_service', 'Platform Admins', 'Domain Admins', 'API Service'])(
    '%s gives nothing',
    (name) => expect(roleOfGroup(name)).toBeNull(),
  )

  test.each([
    'Social Media Leads',
    'Associate Managers',
    'Headhunters',
    'Leads',
    'Everyone',
    '',
    'Threats',
    'only read',
  ])('%s gives no role: only a whole word names a role', (name) => expect(roleOfGroup(name)).toBeNull())

  test.each([
    ['Tenant Administrators', 'tenant_admin'],
    ['SOC Analyst Leads', 'soc_lead'],
    ['SoC-Leads', 'soc_lead'],
    ['ThreatHunters', 'threat_hunter'],
    ['tenantsocadmins', 'tenant_admin'],
    ['Ｔｅｎａｎｔ Ａｄｍｉｎ', 'tenant_admin'],
  ])('%s gives %s', (name, role) => expect(roleOfGroup(name)).toBe(role))

  test('uses the highest of several roles', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...GRANTABLE_ROLES)), (roles) => {
        const ranks = roles.map((role) => GRANTABLE_ROLES.indexOf(role))
        expect(highestRole(roles)).toBe(roles.length === 0 ? null : GRANTABLE_ROLES[Math.max(...ranks)])
      }),
    )
  })
})
