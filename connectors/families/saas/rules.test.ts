/** Field names and log sources that rules use must exist in records of each spelling. */
import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { crowdstrike } from '../../vendors/crowdstrike/mapping.ts'
import { github } from '../../vendors/github/mapping.ts'
import { okta } from '../../vendors/okta/mapping.ts'

function read(source: SourceMapping, record: Members, field: string): unknown {
  for (const { path } of source.viewOf(record).paths(field)) {
    const value = path.reduce<unknown>((at, step) => (at as Members | undefined)?.[step], record)
    if (value !== undefined) return value
  }
  return undefined
}

test('rules for Okta find their fields in both spellings', () => {
  const target = [{ id: '1', type: 'PolicyEntity', displayName: 'MFA' }]
  const sent = { eventType: 'policy.lifecycle.update', securityContext: { isProxy: true }, target }
  const lowered = { eventtype: 'policy.lifecycle.update', securitycontext: { isProxy: true }, target }
  for (const record of [sent, lowered]) {
    expect(read(okta, record, 'eventType')).toBe('policy.lifecycle.update')
    expect(read(okta, record, 'securityContext.isProxy')).toBe(true)
    expect(read(okta, record, 'target.displayName')).toBe('MFA')
    expect(okta.logSourceOf(record)).toMatchObject({ product: 'okta', service: 'okta' })
  }
})

test('rules for GitHub are for its audit log', () => {
  const record = { action: 'org.disable_two_factor_requirement', org: 'acme', actor: 'ann' }
  expect(read(github, record, 'action')).toBe('org.disable_two_factor_requirement')
  expect(github.logSourceOf(record)).toMatchObject({ product: 'github', service: 'audit' })
})

test('rules for processes of a platform read what the Falcon sensor reports', () => {
  const record = {
    fdr_event_type: 'ProcessRollup2',
    event: { event_simpleName: 'ProcessRollup2', event_platform: 'Win', ImageFileName: '\\a\\b.exe', CommandLine: 'b' },
  }
  expect(read(crowdstrike, record, 'Image')).toBe('\\a\\b.exe')
  expect(read(crowdstrike, record, 'CommandLine')).toBe('b')
  expect(crowdstrike.logSourceOf(record)).toMatchObject({ product: 'windows', categories: ['process_creation'] })
})
