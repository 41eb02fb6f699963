import { expect, test } from 'vitest'
import { type Kind, kindGroups, needsOf } from './kinds.ts'

const kind = (type: string, title: string, category: string): Kind => ({
  ...{ type, title, category, source_format: 'json', auth_config: [], connector_config: [] },
})
const KINDS = [
  ...[kind('rest', 'Any REST API', 'generic'), kind('splunk', 'Splunk', 'siem'), kind('okta', 'Okta', 'identity')],
  ...[kind('sentinelone', 'SentinelOne', 'edr'), kind('defender', 'Defender', 'xdr'), kind('duo', 'Duo', 'identity')],
  kind('plc', 'Controllers', 'industrial_control'),
]
const shown = (search: string) =>
  kindGroups(KINDS, search).map(({ name, kinds }) => [name, ...kinds.map(({ title }) => title)])

test('kinds are grouped by product, an unknown category under its own name, and the generic group is last', () => {
  expect(shown('')).toEqual([
    ['Identity and sign-in', 'Duo', 'Okta'],
    ['Endpoints', 'Defender', 'SentinelOne'],
    ['Other SIEMs', 'Splunk'],
    ['Industrial control', 'Controllers'],
    ['Anything else', 'Any REST API'],
  ])
})

test('a search matches name, category and group, with every word', () => {
  expect(shown('OKT')).toEqual([['Identity and sign-in', 'Okta']])
  expect(shown('endpoint sentinel')).toEqual([['Endpoints', 'SentinelOne']])
  expect(shown('okta siem')).toEqual([])
})

test('only required fields are listed as needed', () => {
  const field = (name: string, required: boolean) => ({ name, about: '', required, default: null })
  const okta = {
    ...kind('okta', 'Okta', 'identity'),
    auth_config: [field('api_token', true)],
    connector_config: [field('base_url', true), field('index', false)],
  }
  expect(needsOf(okta)).toEqual(['Address', 'API token'])
})
