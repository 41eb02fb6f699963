/**
 * The inbox templates `ai-runtime` (calls of models and tools) and `ai-finding` (findings of a guard on them). Senders
 * differ, so each field is looked for under the names that OpenTelemetry's GenAI conventions and common guards use.
 */

import {
  AUDIT,
  FORWARDED,
  findingStatus,
  PLAIN,
  person,
  product,
  severity,
  succeeded,
} from '../../families/saas/rows.ts'
import { action, disposition } from '../../families/syslog/firewall.ts'
import { compileSource } from '../../mapping/source.ts'
import { first, integer, ip, is, lookup, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'

const HEADER: Rows = {
  time: time('timestamp', 'time', 'created_at', 'event_time', 'detected_at', '@timestamp', 'ts'),
  'metadata.event_code': ['event_type', 'type', 'operation', 'gen_ai\\.operation\\.name'],
  'metadata.correlation_uid': ['trace_id', 'session_id', 'conversation_id', 'request_id'],
  message: ['message', 'summary'],
}
const ACTOR: Rows = {
  ...person('actor.user', {
    name: ['user.name', 'user.email', 'user', 'user_id'],
    uid: ['user.id', 'user_id'],
    email: ['user.email', 'user'],
  }),
  // An agent is a program, even when it acts for a user.
  'actor.app_name': ['application', 'app', 'agent.name', 'agent', 'agent_id'],
  'actor.app_uid': ['agent.id', 'agent_id'],
  'actor.session.uid': ['session_id', 'conversation_id'],
}

/** The decision of a guard on a call, if it made one; other words in those fields are not decisions. */
const DECISION = ['decision', 'action', 'outcome', 'status']
const DECIDED: Rows = { action_id: action(DECISION, null), disposition_id: disposition(DECISION, null) }

/** Calls of models and tools. */
export const aiRuntime = compileSource({
  id: 'ai-runtime/1',
  shapes: PLAIN,
  select: ['event_type'],
  rows: { ...HEADER, ...AUDIT, ...product('AI', 'AI runtime') },
  logSource: { product: 'ai', service: 'runtime' },
  recognises: (record) =>
    (record.model !== undefined && (record.prompt !== undefined || record.tool_call !== undefined)) ||
    record['gen_ai.system'] !== undefined ||
    record['gen_ai.request.model'] !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'runtime',
      profiles: [
        {
          name: 'call',
          when: {},
          class: 'api_activity',
          activity: 'Other',
          rows: {
            ...ACTOR,
            ...DECIDED,
            'api.operation': [
              'operation',
              'event_type',
              'type',
              'gen_ai\\.operation\\.name',
              'tool_call.name',
              'tool.name',
              'tool',
              'model',
            ],
            'api.service.name': ['provider', 'gen_ai\\.system', 'vendor', 'model.provider'],
            'api.request.uid': ['request_id', 'id', 'event_id'],
            'src_endpoint.ip': ip('client_ip', 'source_ip', 'src_ip', 'ip'),
            'src_endpoint.name': ['application', 'app', 'agent.name', 'agent', 'agent_id', 'host'],
            'resources[0].name': ['model.name', 'model', 'gen_ai\\.request\\.model'],
            'resources[0].type': is('model'),
            'http_request.user_agent': 'user_agent',
            status_id: first(
              lookup('decision', { block: 'Failure', blocked: 'Failure' }),
              succeeded('status', 'outcome', 'decision'),
            ),
            status_detail: ['error', 'block_reason', 'reason'],
            duration: integer('duration_ms', 'latency_ms'),
          },
        },
      ],
    },
  ],
} satisfies SourceTable)

/** Findings of guards and of red-team tests. */
export const aiFinding = compileSource({
  id: 'ai-finding/1',
  shapes: PLAIN,
  select: ['status'],
  rows: { ...HEADER, ...product('AI', 'AI finding'), severity_id: severity('severity', 'risk', 'level', 'risk_level') },
  logSource: { product: 'ai', service: 'finding' },
  recognises: (record) =>
    record.finding_id !== undefined &&
    (record.model !== undefined ||
      record.prompt !== undefined ||
      record.agent !== undefined ||
      record.agent_id !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'findings',
      profiles: [
        {
          name: 'finding',
          when: {},
          class: 'detection_finding',
          activity: lookup(
            'status',
            { open: 'Create', new: 'Create', resolved: 'Close', closed: 'Close' },
            'Other',
            'Create',
          ),
          rows: {
            ...ACTOR,
            ...DECIDED,
            status_id: findingStatus('status'),
            'finding_info.uid': text('finding_id', 'id', 'event_id', 'request_id'),
            'finding_info.title': ['title', 'name', 'category', 'rule', 'finding_type', 'type'],
            'finding_info.desc': ['description', 'details', 'explanation'],
            'finding_info.src_url': ['url', 'link'],
            'finding_info.analytic.name': ['rule', 'detector', 'policy'],
            'finding_info.analytic.type_id': lookup(
              'detector_type',
              { rule: 'Rule', model: 'Learning (ML/DL)' },
              'Other',
              'Unknown',
            ),
            'resources[0].name': ['model.name', 'model', 'application', 'app', 'agent.name', 'agent'],
            'resources[0].uid': ['model.id', 'agent.id', 'agent_id'],
            'evidences[0].src_endpoint.ip': ip('client_ip', 'source_ip', 'src_ip', 'ip'),
            'evidences[0].user.name': ['user.name', 'user.email', 'user', 'user_id'],
          },
        },
      ],
    },
  ],
} satisfies SourceTable)
