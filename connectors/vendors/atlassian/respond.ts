import { AppError } from '../../../platform/errors.ts'
import type { Parameters, Respond, TicketSide } from '../../respond/executor.ts'
import { type Ask, asker, jsonOf, labelOf } from '../../respond/over-http.ts'
import { COMMENTS_MAX, commentOf, listOf, member } from '../../respond/ticket.ts'

/** Jira and what speaks its REST API, version 2. */
const open: Respond['open'] = (settings, deps) => {
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

/** API version 2 renders wiki markup, so texts of events are escaped against links, images, macros and mentions. */
const unmarked = (text: string) => text.replaceAll(/[\\{[!]/g, '\\$&')

export const JIRA_RESPOND: Respond = { vendor: 'jira', capabilities: ['create_ticket'], open }
