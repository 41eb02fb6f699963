/**
 * ConnectWise PSA (Manage): callbacks about tickets and other records, which contain the record as a text of JSON, and
 * entries of the audit trail. Names: ConnectWise Developer Network, "Callbacks" and "Audit Trail".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { product, SEVERITIES } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { ip, is, known, lookup, lookupIn, type Rows, type SourceTable, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

/** Maximum length, in characters, of a record inside a callback. */
const ENTITY_MAX = 262_144

/** Called once for each record: puts the parsed record of a callback beside it, and sets the kind. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const entity = entityOf(record.Entity)
  const isLogon = /^log(?:in|on|out|off)/i.test(textOf(record.auditType))
  const kind = record.auditType === undefined ? 'callback' : isLogon ? 'logon' : 'audit'
  record.parsed = { kind, entity }
}

function entityOf(value: unknown): Members {
  if (isMembers(value)) return value
  if (typeof value !== 'string' || value.length > ENTITY_MAX || !value.startsWith('{')) return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return isMembers(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

const AT = 'parsed.entity'
/** Users choose the names of priorities; severity words in these names are used. */
const PRIORITY = lookupIn(
  `${AT}.priority.name`,
  /(critical|high|medium|low|emergency|urgent)/i,
  { ...SEVERITIES, emergency: 'Critical', urgent: 'High' },
  'Informational',
  'Informational',
)
const RESULT = lookupIn(
  ['auditSubType', 'text'],
  /(fail|invalid|denied|success|logged)/i,
  { fail: 'Failure', invalid: 'Failure', denied: 'Failure', success: 'Success', logged: 'Success' },
  'Other',
)
const AUDIT: Rows = {
  message: 'text',
  status_detail: ['auditSubType', 'text'],
  'src_endpoint.ip': ip('ipAddress', 'sourceIp', 'value'),
}

export const CONNECTWISE: SourceTable = {
  id: 'connectwise/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['parsed.kind'],
  rows: {
    time: time('enteredDate', `${AT}._info.lastUpdated`, `${AT}._info.dateEntered`, `${AT}.dateEntered`),
    ...product('ConnectWise', 'PSA'),
    severity_id: PRIORITY,
    'metadata.event_code': ['auditType', 'Type'],
    'metadata.original_event_uid': text('id'),
  },
  logSource: { product: 'connectwise' },
  chapters: [
    {
      name: 'records',
      profiles: [
        {
          name: 'logon',
          when: { 'parsed.kind': 'logon' },
          class: 'authentication',
          activity: lookupIn('auditType', /^(log(?:in|on|out|off))/i, {
            login: 'Logon',
            logon: 'Logon',
            logout: 'Logoff',
            logoff: 'Logoff',
          }),
          logSource: { categories: ['authentication'] },
          rows: {
            ...AUDIT,
            'user.name': known('enteredBy'),
            'service.name': is('ConnectWise PSA'),
            status_id: RESULT,
            severity_id: lookupIn(
              ['auditSubType', 'text'],
              /(fail|invalid|denied)/i,
              { fail: 'Medium', invalid: 'Medium', denied: 'Medium' },
              'Informational',
            ),
          },
        },
        {
          name: 'audit',
          when: { 'parsed.kind': 'audit' },
          class: 'api_activity',
          activity: lookupIn(
            'auditSubType',
            /(creat|add|updat|chang|edit|delet|remov|read|view)/i,
            {
              creat: 'Create',
              add: 'Create',
              updat: 'Update',
              chang: 'Update',
              edit: 'Update',
              delet: 'Delete',
              remov: 'Delete',
              read: 'Read',
              view: 'Read',
            },
            'Other',
          ),
          rows: {
            ...AUDIT,
            'actor.user.name': known('enteredBy'),
            'api.operation': ['auditSubType', 'auditType'],
            'api.service.name': 'auditSource',
          },
        },
        {
          name: 'callback',
          when: {},
          class: 'entity_management',
          activity: lookup('Action', { added: 'Create', updated: 'Update', deleted: 'Delete' }, 'Other'),
          rows: {
            'entity.name': [`${AT}.summary`, `${AT}.name`, `${AT}.identifier`],
            'entity.uid': text('ID', `${AT}.id`),
            'entity.type': ['Type', `${AT}.recordType`],
            'actor.user.name': known('MemberId', `${AT}._info.updatedBy`, `${AT}._info.enteredBy`),
            'actor.user.uid': text('MemberId'),
            message: `${AT}.summary`,
            status_detail: `${AT}.status.name`,
          },
        },
      ],
    },
  ],
  recognises: ({ Entity, CompanyId, MemberId, Action, auditType, enteredBy, enteredDate }) =>
    (Entity !== undefined && CompanyId !== undefined && MemberId !== undefined && typeof Action === 'string') ||
    (typeof auditType === 'string' && enteredBy !== undefined && enteredDate !== undefined),
}
export const connectwise = compileSource(CONNECTWISE)
