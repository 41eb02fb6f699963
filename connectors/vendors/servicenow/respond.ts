import { AppError } from '../../../platform/errors.ts'
import type { Job, Parameters, Respond, TicketSide } from '../../respond/executor.ts'
import { type Ask, asker, jsonOf, labelOf } from '../../respond/over-http.ts'
import { COMMENTS_MAX, commentOf, listOf, member } from '../../respond/ticket.ts'

/**
 * Incidents of ServiceNow over its Table API. What the action says is kept as `correlation_id`, by which it is found again.
 * `settings.user` with the secret as its password, or the secret as a bearer token.
 */
const open: Respond['open'] = (settings, deps) => {
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

export const SERVICENOW_RESPOND: Respond = { vendor: 'servicenow', capabilities: ['create_ticket'], open }
