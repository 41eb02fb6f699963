/**
 * Events of Keycloak as its logging listener writes them, `type="LOGIN_ERROR", realmId="test", ...`, in the server's log with
 * the time, the level and the category before it, and without quotes up to version 21; events of administrators begin with
 * `operationType`. Names: Keycloak's `JBossLoggingEventListenerProvider` and `EventType`; "Server Administration Guide".
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import { ip, is, lookup, type Profile, type Rows, text, time } from '../../mapping/table.ts'

const EVENT =
  /^(?:(?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d[,.]\d{3}(?:Z|[+-]\d\d:?\d\d)? )?(?:(TRACE|DEBUG|INFO|WARN|ERROR) {1,8}\[[\w.]{1,128}\] (?:\([^)]{1,128}\) )?)?(?=(?:type|operationType)="?[A-Z_]{3,64}"?, realmId=)/
const PAIR = /(\w{1,64})=(?:"([^"]{0,1024})"|'([^']{0,1024})'|([^,\s]{0,1024}))(?:, |$)/g
const PAIRS_MAX = 64

/** Kinds by the beginning of the type, which names the act; `_ERROR` at the end means failure. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:LOGIN|CODE_TO_TOKEN|CLIENT_LOGIN|REFRESH_TOKEN|IDENTITY_PROVIDER_LOGIN|IDENTITY_PROVIDER_FIRST_LOGIN|TOKEN_EXCHANGE|IMPERSONATE|OAUTH2_DEVICE_AUTH|AUTHREQID_TO_TOKEN|OAUTH2_DEVICE_CODE_TO_TOKEN)(?:_ERROR)?$/,
    'logon',
  ],
  [/^LOGOUT(?:_ERROR)?$/, 'logoff'],
  [/^REGISTER(?:_ERROR)?$/, 'account/create'],
  [/^DELETE_ACCOUNT(?:_ERROR)?$/, 'account/delete'],
  [/^(?:UPDATE_PASSWORD|RESET_PASSWORD)(?:_ERROR)?$/, 'account/password'],
  [/^(?:UPDATE_TOTP|UPDATE_CREDENTIAL)(?:_ERROR)?$/, 'account/mfa'],
  [/^(?:REMOVE_TOTP|REMOVE_CREDENTIAL)(?:_ERROR)?$/, 'account/no-mfa'],
  [/^USER_DISABLED_BY_(?:TEMPORARY|PERMANENT)_LOCKOUT(?:_ERROR)?$/, 'account/lock'],
  [/^(?:UPDATE_EMAIL|UPDATE_PROFILE|VERIFY_EMAIL|VERIFY_PROFILE)(?:_ERROR)?$/, 'account/other'],
]

const NOTHING: ReadonlySet<string> = new Set(['', 'null', '<unknown>'])

function read(message: string): PhraseValues | null {
  const found = EVENT.exec(message)
  if (!found) return null
  const fields: PhraseValues = {}
  let pairs = 0
  for (const [, name = '', quoted, apostrophed, plain] of message.slice(found[0].length).matchAll(PAIR)) {
    const value = quoted ?? apostrophed ?? plain ?? ''
    if (++pairs > PAIRS_MAX) break
    if (!NOTHING.has(value)) fields[name] = value
  }
  if (found[1] !== undefined) fields.level = found[1]
  return judged(fields)
}

function judged(fields: PhraseValues): PhraseValues {
  const type = fields.type ?? ''
  const known = KINDS.find(([pattern]) => pattern.test(type))?.[1]
  fields.kind = fields.operationType === undefined ? (known ?? 'other') : 'admin'
  fields.result = type.endsWith('_ERROR') || fields.error !== undefined ? 'failed' : 'done'
  // An unknown user has only the typed name.
  const user = fields.username ?? fields.auth_username ?? fields.identity_provider_identity
  if (user !== undefined) fields.user = user
  return fields
}

const RESULT = lookup('parsed.result', { failed: 'Failure', done: 'Success' })
const WHO: Rows = {
  'user.name': 'parsed.user',
  'user.uid': text('parsed.userId'),
  'user.email_addr': { kind: 'email', fields: ['parsed.email', 'parsed.user'] },
}
const FROM: Rows = {
  'src_endpoint.ip': ip('parsed.ipAddress'),
  'src_endpoint.hostname': { kind: 'hostname', fields: 'parsed.ipAddress' },
}
const SESSION: Rows = {
  ...WHO,
  ...FROM,
  'service.name': ['parsed.clientId', 'parsed.realmId'],
  'session.uid': ['parsed.sessionId', 'parsed.code_id'],
  auth_protocol: 'parsed.auth_method',
  status_detail: 'parsed.error',
  severity_id: lookup('parsed.result', { failed: 'Medium' }, 'Informational'),
}
const account = (
  kind: string,
  activity: 'Create' | 'Delete' | 'Password Change' | 'MFA Factor Enable' | 'MFA Factor Disable' | 'Lock' | 'Other',
) =>
  on(kind, {
    class: 'account_change',
    activity,
    rows: { ...WHO, ...FROM, status_id: RESULT, status_detail: 'parsed.error' },
  })

const PROFILES: readonly Profile[] = [
  logon('logon', 'Logon', RESULT, SESSION),
  logon('logoff', 'Logoff', RESULT, SESSION),
  account('account/create', 'Create'),
  account('account/delete', 'Delete'),
  account('account/password', 'Password Change'),
  account('account/mfa', 'MFA Factor Enable'),
  account('account/no-mfa', 'MFA Factor Disable'),
  account('account/lock', 'Lock'),
  account('account/other', 'Other'),
  on(['admin', 'other'], {
    class: 'api_activity',
    activity: lookup(
      'parsed.operationType',
      { CREATE: 'Create', UPDATE: 'Update', DELETE: 'Delete', ACTION: 'Other' },
      'Other',
    ),
    rows: {
      ...FROM,
      'actor.user.name': 'parsed.user',
      'actor.user.uid': text('parsed.userId'),
      'api.operation': ['parsed.operationType', 'parsed.type'],
      'api.service.name': ['parsed.clientId', 'parsed.realmId'],
      'resources[0].type': 'parsed.resourceType',
      'resources[0].name': 'parsed.resourcePath',
      status_id: RESULT,
      status_detail: 'parsed.error',
    },
  }),
]

const ROWS: Rows = {
  'metadata.event_code': ['parsed.type', 'parsed.operationType'],
  'metadata.log_name': ['parsed.realmName', 'parsed.realmId'],
  severity_id: lookup('parsed.result', { failed: 'Low' }, 'Informational'),
}

export const keycloak = syslogDevice({
  id: 'keycloak/1',
  vendor: 'Keycloak',
  product: 'Keycloak',
  begins: EVENT,
  read,
  rows: ROWS,
  profiles: PROFILES,
  rest: 'nothing: each line is an event',
})

/** A listener and the REST API give the pairs of the log as members, also inside `details` and `authDetails`. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const fields: PhraseValues = {}
  for (const part of [record, record.details, record.authDetails])
    for (const [name, value] of isMembers(part) ? Object.entries(part) : [])
      if (typeof value === 'string' && !NOTHING.has(value)) fields[name] = value
  record.parsed = judged(fields)
}

/** The same events as JSON objects. Names: Keycloak's `EventRepresentation` and `AdminEventRepresentation`. */
export const keycloakEvents = compileSource({
  id: 'keycloak-events/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['parsed.kind'],
  rows: {
    ...ROWS,
    time: time('time', 'timestamp', '@timestamp', 'syslog.time'),
    'metadata.product.vendor_name': is('Keycloak'),
    'metadata.product.name': is('Keycloak'),
    'metadata.original_event_uid': text('id'),
    // Keycloak's own log in JSON names its machine.
    'device.hostname': ['syslog.hostname', 'relayed.host.name', 'relayed.hostName', 'hec.host'],
    'device.type_id': is('Server'),
  },
  vendorId: 'id',
  chapters: [
    {
      name: 'events',
      aliases: { src_ip: ['parsed.ipAddress'], user: ['parsed.user'] },
      profiles: [
        ...PROFILES,
        {
          name: 'rest',
          when: {},
          class: 'base_event',
          activity: 'Other',
          unclassified: 'nothing: each object is an event',
        },
      ],
    },
  ],
  recognises: ({ realmId, type, operationType, authDetails }) =>
    typeof realmId === 'string' &&
    (isMembers(authDetails)
      ? typeof operationType === 'string'
      : typeof type === 'string' && /^[A-Z_]{4,64}$/.test(type)),
})
