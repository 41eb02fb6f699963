/** Amazon Bedrock: caller, model and tokens of each invocation. */
import { compileSource } from '../../mapping/source.ts'
import { capture, first, integer, is, json, lookup, type SourceTable, text, time } from '../../mapping/table.ts'
import { cloud, PLAIN_LOG, plain, product } from './common.ts'

export const BEDROCK: SourceTable = {
  id: 'aws-bedrock/1',
  shapes: [plain],
  select: ['operation'],
  vendorId: 'requestId',
  recognises: (record) => record.schemaType === 'ModelInvocationLog',
  logSource: { product: 'aws', service: 'bedrock' },
  rows: {
    ...product('Bedrock'),
    ...PLAIN_LOG,
    ...cloud('accountId', 'region'),
    time: time('timestamp'),
    status_id: lookup('errorCode', {}, 'Failure', 'Success'),
    status_code: 'errorCode',
    status_detail: 'output.outputBodyJson.stopReason',
    'metadata.event_code': 'operation',
    'metadata.log_version': 'schemaVersion',
    'metadata.original_event_uid': 'requestId',
    'actor.user.uid': 'identity.arn',
    'actor.user.name': first(capture('identity.arn', /\/([^/]{1,128})$/), text('identity.arn')),
    'api.operation': 'operation',
    'api.service.name': is('bedrock.amazonaws.com'),
    'api.request.uid': ['requestId', 'operation'],
    'api.request.data': json('input.inputBodyJson'),
    'api.response.data': json('output.outputBodyJson'),
    'src_endpoint.svc_name': 'schemaType',
    'ai_model.name': 'modelId',
    'ai_model.ai_provider': first(
      capture('modelId', /(?:^|\/)(?:[a-z]{2}\.)?([a-z0-9-]{1,40})\.[^./]/),
      text('schemaType'),
    ),
    'message_context.prompt_tokens': integer('input.inputTokenCount'),
    'message_context.completion_tokens': integer('output.outputTokenCount'),
    'message_context.total_tokens': integer('output.outputBodyJson.usage.totalTokens'),
    'message_context.service.name': is('bedrock.amazonaws.com'),
  },
  chapters: [
    {
      name: 'invocations',
      profiles: [
        {
          name: 'invocation',
          when: {},
          class: 'api_activity',
          activity: lookup('operation', { ListModels: 'Read' }, 'Other'),
        },
      ],
    },
  ],
}

export const bedrock = compileSource(BEDROCK)
