/**
 * Executors over HTTP. `rest` is the contract of docs/response.md, which EDR, directories and firewalls are put behind:
 *
 *   POST {base}/actions            {id, action_type, target, parameters} -> 2xx {ref}; the same id again is the same action
 *   GET  {base}/state?action_type=..&target=..                           -> 200 {in_force: boolean}; 501: cannot be looked at
 *   DELETE {base}/actions/{ref}                                          -> 2xx: taken back
 */
import { createHmac } from 'node:crypto'
import type { EgressResponse } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Parameters } from '../action.ts'
import {
  type Executor,
  type ExecutorDeps,
  type ExecutorSettings,
  type Job,
  NotDone,
  type TicketSide,
} from './executor.ts'

const TIMEOUT_MS = 20_000
const BYTES_MAX = 1 << 20

type Maker = (settings: ExecutorSettings, deps: ExecutorDeps) => Executor

export const restExecutor: Maker = (settings, deps) => {
  const base = settings.baseUrl.replace(/\/+$/, '')
  const ask = asker(settings, deps)
  return {
    name: `rest ${settings.name}`,
    isSimulated: false,
    async perform({ id, actionType: action_type, target, parameters, rationale }) {
      const answer = await ask('POST', `${base}/actions`, { id, action_type, target, parameters, rationale })
      const { ref } = jsonOf(answer)
      return { ref: typeof ref === 'string' ? ref.slice(0, 200) : null, detail: null }
    },
    async look({ actionType, target }) {
      const query = new URLSearchParams({ action_type: actionType, target })
      const answer = await ask('GET', `${base}/state?${query}`, undefined, [501])
      if (answer.status === 501) return 'unknown'
      const { in_force: isThere } = jsonOf(answer)
      if (typeof isThere !== 'boolean') return 'unknown'
      return isThere ? 'there' : 'absent'
    },
    async undo({ id, executorRef }) {
      await ask('DELETE', `${base}/actions/${encodeURIComponent(executorRef ?? id)}`)
    },
  }
}

/** Jira and what speaks its REST API, version 2. */
export const ticketExecutor: Maker = (settings, deps) => {
  const base = settings.baseUrl.replace(/\/+$/, '')
  const ask = asker(settings, deps)
  return {
    name: `jira ${settings.name}`,
    isSimulated: false,
    async perform(job) {
      const {
        summary = job.rationale,
        description = '',
        project = settings.settings.project ?? '',
        priority,
      } = job.parameters
      const fields = {
        ...{ project: { key: project }, issuetype: { name: settings.settings.issue_type ?? 'Task' } },
        ...{ summary: summary.replaceAll(/\s+/g, ' ').slice(0, 250), description: unmarked(description) },
        labels: [labelOf(job)],
        ...(priority ? { priority: { name: priority } } : {}),
      }
      const { key } = jsonOf(await ask('POST', `${base}/rest/api/2/issue`, { fields }))
      if (typeof key !== 'string') throw new AppError('unavailable', 'the answer names no ticket')
      return { ref: key, detail: `${base}/browse/${key}` }
    },
    // By its label, which is the id of the action: also when the answer to the first request was lost.
    async look(job) {
      const query = new URLSearchParams({ jql: `labels = "${labelOf(job)}"`, fields: 'key', maxResults: '1' })
      const { issues } = jsonOf(await ask('GET', `${base}/rest/api/2/search?${query}`))
      return Array.isArray(issues) && issues.length > 0 ? 'there' : 'absent'
    },
    undo: null,
    ticket: jiraTicket(base, ask, settings.settings),
  }
}

type Ask = ReturnType<typeof asker>
type Json = Readonly<Record<string, unknown>>
const member = (of: unknown, name: string): unknown =>
  of !== null && typeof of === 'object' ? (of as Json)[name] : undefined
const listOf = (of: unknown): readonly unknown[] => (Array.isArray(of) ? of : [])
const COMMENTS_MAX = 100
const COMMENT_CHARS = 4_000
const AUTHOR_CHARS = 100
const commentOf = (id: unknown, author: unknown, body: unknown) => ({
  ...{ id: String(id).slice(0, 100), author: String(author ?? 'somebody').slice(0, AUTHOR_CHARS) },
  body: String(body ?? '')
    .replaceAll('\0', '')
    .slice(0, COMMENT_CHARS)
    .toWellFormed(),
})

/** Source: Jira REST API 2, `issue/{key}`, `issue/{key}/transitions`, `issue/{key}/comment`. */
function jiraTicket(base: string, ask: Ask, { comments: sends }: Parameters): TicketSide {
  const issue = (ref: string) => `${base}/rest/api/2/issue/${encodeURIComponent(ref)}`
  return {
    async look(ref) {
      const fields = jsonOf(await ask('GET', `${issue(ref)}?fields=status,comment`)).fields
      const status = member(fields, 'status')
      const comments = listOf(member(member(fields, 'comment'), 'comments')).slice(-COMMENTS_MAX)
      return {
        status: String(member(status, 'name') ?? 'unknown'),
        isOpen: member(member(status, 'statusCategory'), 'key') !== 'done',
        comments: comments.map((one) =>
          commentOf(member(one, 'id'), member(member(one, 'author'), 'displayName'), member(one, 'body')),
        ),
      }
    },
    // Which transitions there are is up to the workflow of the project: the first that leads to done.
    async close(ref) {
      const { transitions } = jsonOf(await ask('GET', `${issue(ref)}/transitions`))
      const found = listOf(transitions).find(
        (one) => member(member(member(one, 'to'), 'statusCategory'), 'key') === 'done',
      )
      if (found === undefined) throw new AppError('conflict', `no transition of ${ref} leads to done`)
      await ask('POST', `${issue(ref)}/transitions`, { transition: { id: String(member(found, 'id')) } })
    },
    async setSeverity(ref, severity) {
      await ask('PUT', issue(ref), { fields: { priority: { name: JIRA_PRIORITIES[severity] ?? 'Medium' } } })
    },
    comment:
      sends === undefined
        ? null
        : async (ref, text) => {
            await ask('POST', `${issue(ref)}/comment`, { body: unmarked(text) })
          },
  }
}

/** Names of the priorities that Jira comes with. */
const JIRA_PRIORITIES: Readonly<Record<string, string>> = {
  ...{ critical: 'Highest', high: 'High', medium: 'Medium', low: 'Low', info: 'Lowest' },
}

/**
 * Incidents of ServiceNow over its Table API. What the action says is kept as `correlation_id`, by which it is found again.
 * `settings.user` with the secret as its password, or the secret as a bearer token.
 */
export const serviceNowExecutor: Maker = (settings, deps) => {
  const base = settings.baseUrl.replace(/\/+$/, '')
  const ask = asker(settings, deps)
  const found = async (job: Job) => {
    const fields = 'sys_id,number,active'
    const query = new URLSearchParams({
      ...{ sysparm_query: `correlation_id=${labelOf(job)}`, sysparm_fields: fields, sysparm_limit: '1' },
    })
    const { result } = jsonOf(await ask('GET', `${base}/api/now/table/incident?${query}`))
    return Array.isArray(result) ? (result[0] as Record<string, unknown> | undefined) : undefined
  }
  return {
    name: `servicenow ${settings.name}`,
    isSimulated: false,
    async perform(job) {
      const { summary = job.rationale, description = '', priority, project } = job.parameters
      const incident = {
        ...{
          short_description: summary.replaceAll(/\s+/g, ' ').slice(0, 160),
          description,
          correlation_id: labelOf(job),
        },
        ...(project || settings.settings.project ? { assignment_group: project ?? settings.settings.project } : {}),
        ...(priority ? URGENCIES[priority.toLowerCase()] : {}),
      }
      const { result } = jsonOf(await ask('POST', `${base}/api/now/table/incident`, incident))
      const { number, sys_id: id } = (result ?? {}) as Record<string, unknown>
      if (typeof number !== 'string' || typeof id !== 'string')
        throw new AppError('unavailable', 'the answer names no incident')
      return { ref: number.slice(0, 100), detail: `${base}/nav_to.do?uri=incident.do?sys_id=${encodeURIComponent(id)}` }
    },
    look: async (job) => ((await found(job)) === undefined ? 'absent' : 'there'),
    // Closed, not deleted, so that the incident stays on record.
    async undo(job) {
      const incident = await found(job)
      if (incident === undefined) throw new AppError('conflict', 'there is no incident of this action')
      const closed = { state: '7', close_code: 'Resolved by caller', close_notes: 'Taken back.' }
      await ask('PATCH', `${base}/api/now/table/incident/${encodeURIComponent(String(incident.sys_id))}`, closed)
    },
    ticket: serviceNowTicket(base, ask, settings.settings),
  }
}

const SERVICENOW_STATES: Readonly<Record<string, string>> = {
  ...{ '1': 'New', '2': 'In Progress', '3': 'On Hold', '6': 'Resolved', '7': 'Closed', '8': 'Canceled' },
}

/** Source: ServiceNow Table API, `incident` and its journal `sys_journal_field`. */
function serviceNowTicket(base: string, ask: Ask, { comments: sends }: Parameters): TicketSide {
  const rows = async (table: string, query: string, fields: string) => {
    const params = { sysparm_query: query, sysparm_fields: fields, sysparm_limit: String(COMMENTS_MAX) }
    return listOf(jsonOf(await ask('GET', `${base}/api/now/table/${table}?${new URLSearchParams(params)}`)).result)
  }
  const patch = (id: string, fields: object) =>
    ask('PATCH', `${base}/api/now/table/incident/${encodeURIComponent(id)}`, fields)
  const incident = async (ref: string) => {
    const [found] = await rows('incident', `number=${ref}`, 'sys_id,state')
    if (found === undefined) throw new AppError('not_found', `there is no incident ${ref} any more`)
    return { id: String(member(found, 'sys_id')), state: String(member(found, 'state')) }
  }
  return {
    async look(ref) {
      const { id, state } = await incident(ref)
      const query = `element_id=${id}^elementINcomments,work_notes^ORDERBYDESCsys_created_on`
      const written = (await rows('sys_journal_field', query, 'sys_id,sys_created_by,value')).toReversed()
      return {
        status: SERVICENOW_STATES[state] ?? `state ${state}`,
        isOpen: !['6', '7', '8'].includes(state),
        comments: written.map((one) =>
          commentOf(member(one, 'sys_id'), member(one, 'sys_created_by'), member(one, 'value')),
        ),
      }
    },
    async close(ref, why) {
      const { id } = await incident(ref)
      const resolved = { state: '6', close_code: 'Resolved by caller', close_notes: why }
      await patch(id, resolved)
    },
    async setSeverity(ref, severity) {
      await patch((await incident(ref)).id, URGENCIES[severity] ?? { urgency: '3', impact: '3' })
    },
    comment:
      sends === undefined
        ? null
        : async (ref, text) => {
            // Between these two a journal is read as HTML.
            const plain = text.replaceAll(/\[\/?code\]/gi, '')
            await patch((await incident(ref)).id, { [sends === 'work_notes' ? 'work_notes' : 'comments']: plain })
          },
  }
}

/** Its priority follows from these two. */
const URGENCIES: Readonly<Record<string, { readonly urgency: string; readonly impact: string }>> = {
  critical: { urgency: '1', impact: '1' },
  high: { urgency: '1', impact: '2' },
  medium: { urgency: '2', impact: '2' },
  low: { urgency: '3', impact: '3' },
}

/** API version 2 renders wiki markup, so texts of events are escaped against links, images, macros and mentions. */
const unmarked = (text: string) => text.replaceAll(/[\\{[!]/g, '\\$&')

const labelOf = ({ id }: Job) => `svc-${id}`

/** Sends a signed request to a webhook; there is no way to look whether it was read. */
export const webhookExecutor: Maker = (settings, deps) => {
  const { egress } = deps
  return {
    name: `webhook ${settings.name}`,
    ...{ isSimulated: false, isRepeatable: true },
    async perform({ id, parameters, target, rationale }) {
      const { message = rationale, channel } = parameters
      const body = JSON.stringify({ id, text: message, target, ...(channel ? { channel } : {}) })
      const signature = settings.secret && createHmac('sha256', settings.secret).update(body).digest('hex')
      const headers = {
        ...{ 'content-type': 'application/json', 'idempotency-key': id },
        ...(signature ? { 'x-svc-signature': `sha256=${signature}` } : {}),
      }
      const answer = await egress({
        ...{ url: settings.baseUrl, chosenBy: 'tenant', method: 'POST', headers, body },
        ...{ timeoutMs: TIMEOUT_MS, responseBytesMax: BYTES_MAX },
      })
      if (answer.status >= 300) throw refusal(answer)
      return { ref: null, detail: `answered ${answer.status}` }
    },
    look: async () => 'unknown',
    undo: null,
  }
}

function asker({ secret, settings }: ExecutorSettings, { egress }: ExecutorDeps) {
  return async (method: string, url: string, body?: object, fine: readonly number[] = []): Promise<EgressResponse> => {
    const user = settings.user
    const credential =
      secret && (user ? `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` : `Bearer ${secret}`)
    const headers = {
      accept: 'application/json',
      ...(credential ? { authorization: credential } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await egress({
      ...{ url, chosenBy: 'tenant', method, headers, timeoutMs: TIMEOUT_MS, responseBytesMax: BYTES_MAX },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (answer.status >= 300 && !fine.includes(answer.status)) throw refusal(answer)
    return answer
  }
}

/** Separates transient errors from final refusals, with the message of the other side. */
function refusal({ status, headers, body }: EgressResponse): AppError {
  const wait = Number(headers['retry-after'])
  const later = status === 429 || status >= 500
  const retry = later && wait > 0 ? { retryAfterSeconds: Math.min(wait, 3600) } : {}
  const vendorWords = body
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  const detail = `the executor answered ${status}${vendorWords === '' || vendorWords === '{}' ? '' : `: ${vendorWords}`}`
  return new NotDone(later ? 'unavailable' : 'conflict', detail, retry)
}

function jsonOf({ body }: EgressResponse): Record<string, unknown> {
  try {
    const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString())
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new AppError('unavailable', 'the executor answered what is no JSON object')
}
