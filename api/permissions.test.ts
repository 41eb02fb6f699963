/**
 * Realtime channels and chat commands name their permissions themselves: the realtime service must not load the
 * operations, and a context must not import those of another. They are held to the operations that show or do the same.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readApiDocument } from '../schemas/api-document.ts'
import { channelSpecs } from './realtime/channels.ts'

const operations = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, ...operation })),
)

/** The operation that shows the records of each channel. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  alerts: 'GET /alerts',
  cases: 'GET /cases',
  anomalies: 'GET /ueba/anomalies',
  risk: 'GET /entity-risk',
  connectors: 'GET /connectors',
  honeytokens: 'GET /honeytokens',
  hunts: 'GET /hunts/{hunt_id}/runs',
  searches: 'GET /events/searches',
  actions: 'GET /actions',
  oncall: 'GET /oncall/rotations',
  playbooks: 'GET /playbook-runs',
  investigations: 'GET /investigations',
  insights: 'GET /usage',
}

test.each(channelSpecs())('the channel $channel needs the permission of the operation that shows the same', (spec) => {
  const shows = operations.find(({ at }) => at === SHOWN_BY[spec.channel]?.replace(' ', ' /api/v1'))
  expect(shows?.['x-svc-permission']).toBe(spec.permission)
})

test('a chat command needs and records the same as an operation of the API', () => {
  const source = readFileSync(join(import.meta.dirname, '../control/soc/chat/commands.ts'), 'utf8')
  const acts = [...source.matchAll(/does\('([a-z_:]+)', (?:null|'([a-z_:]+)')/g)]
  const changing = acts.flatMap(([, needs, action]) => (action === undefined ? [] : { needs, action }))
  // Threads exist in chats alone.
  const shared = changing.filter(({ action }) => action !== 'chat:thread_started')
  expect(shared.map(({ action }) => action).sort()).toEqual([
    'action:requested',
    'case:acknowledged',
    'case:commented',
    'investigation:started',
  ])
  const unlike = shared.filter(
    ({ needs, action }) =>
      !operations.some((one) => one['x-svc-permission'] === needs && one['x-svc-audit']?.includes(action) === true),
  )
  expect(unlike).toEqual([])
})
