import { expect, test } from 'vitest'
import {
  configOfText,
  type HostConfig,
  scheduledOf,
  textOfConfig,
  withoutScheduled,
  withScheduled,
} from './host-config.ts'

const CONFIG: HostConfig = {
  options: { events_max: 100 },
  schedule: { users: { query: 'SELECT * FROM users', interval: 3600 } },
  packs: { ir: { queries: { ports: { query: 'SELECT * FROM listening_ports', interval: 60 } } } },
}

test('queries of the schedule and of packs are rows', () => {
  expect(scheduledOf(CONFIG).map(({ pack, name, interval }) => [pack, name, interval])).toEqual([
    [null, 'users', 3600],
    ['ir', 'ports', 60],
  ])
  expect(scheduledOf({})).toEqual([])
})

test('a query is added, replaced and removed, and everything else stays', () => {
  const added = withScheduled(CONFIG, 'apps', { query: 'SELECT 1', interval: 5 })
  expect(Object.keys(added.schedule ?? {})).toEqual(['users', 'apps'])
  expect(added.options).toEqual(CONFIG.options)
  expect(withoutScheduled(added, { name: 'apps', pack: null })).toEqual(CONFIG)
  expect(withoutScheduled(CONFIG, { name: 'ports', pack: 'ir' })).toEqual({ ...CONFIG, packs: {} })
  expect(withoutScheduled(CONFIG, { name: 'x', pack: 'none' })).toEqual(CONFIG)
})

test('a configuration comes back from its text, and a fault is named', () => {
  expect(configOfText(textOfConfig(CONFIG))).toEqual({ config: CONFIG })
  expect(configOfText('{')).toEqual({ fault: expect.stringMatching(/^This is no JSON/) })
  expect(configOfText('[]')).toEqual({ fault: 'The configuration is a JSON object.' })
  expect(configOfText('{"shedule": {}}')).toEqual({ fault: expect.stringMatching(/^There is no shedule/) })
})
