/**
 * Realtime channels, chat commands and kinds of configuration name their permissions themselves: the realtime service must
 * not load the operations, and a context must not import those of another. They are held to the operations that show or do
 * the same.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KIND, KINDS } from '../control/platform/configuration/index.ts'
import { readApiDocument } from '../schemas/api-document.ts'
import { channelSpecs } from './realtime/channels.ts'
import { CHAT_ACTIONS } from './rest/chat/chat-actions.ts'

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

test('a chat command has permission and audit action from an operation, and names none itself', () => {
  const folder = join(import.meta.dirname, '../control/soc/chat')
  // Linking an account is no operation of the API: `accounts.ts` checks the right to link a workspace.
  const files = ['commands.ts', 'threads.ts', 'run-threads.ts', 'previews.ts']
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  expect(sources.flatMap((text) => text.match(/'[a-z_]+:(?:read|write)'/g) ?? [])).toEqual([])
  expect(CHAT_ACTIONS['cases.list']).toEqual({ needs: 'cases:read', records: [] })
  expect(CHAT_ACTIONS['approvals.reject']).toEqual({ needs: 'actions:read', records: ['approval:denied'] })
})

/** The operations that show and change what a document of each kind declares. */
const OPERATIONS_OF: Readonly<Record<string, readonly [reads: string, writes: string]>> = {
  placeholders: ['GET /rules/placeholders', 'PUT /rules/placeholders'],
  rule: ['GET /rules', 'POST /rules'],
  overlay: ['GET /rules/overlays', 'PUT /rules/{id}/overlay'],
  playbook: ['GET /playbooks', 'POST /playbooks'],
  hunt: ['GET /hunts', 'POST /hunts'],
  sla_target: ['GET /sla/configs', 'PUT /sla/configs/{config_id}'],
  sla_policy: ['GET /cases/sla-policies', 'POST /cases/sla-policies'],
  branding: ['GET /branding', 'PUT /branding'],
  message_text: ['GET /branding/messages', 'PUT /branding/messages/{kind}'],
  role: ['GET /rbac/roles', 'POST /rbac/roles'],
  connector: ['GET /connectors', 'POST /connectors'],
}

test.each(KINDS)('a document of %s needs the permissions of the operations that do the same', (kind) => {
  const needs = (OPERATIONS_OF[kind] ?? []).map((operation) => {
    return operations.find(({ at }) => at === operation.replace(' ', ' /api/v1'))?.['x-svc-permission']
  })
  // Everybody sees the appearance; its document has the settings of it.
  const reads = kind === 'branding' ? 'signed_in' : KIND[kind].reads
  expect(needs).toEqual([reads, KIND[kind].writes])
})
