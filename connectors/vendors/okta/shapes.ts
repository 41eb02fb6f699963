/** Spellings of Okta's system log: as Okta sends it, and with the outermost names in lower case. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { addressed } from '../../families/saas/lists.ts'
import type { RecordShape } from '../../mapping/table.ts'

const FIELDS = [
  'eventType',
  'legacyEventType',
  'displayMessage',
  'authenticationContext.externalSessionId',
  'authenticationContext.rootSessionId',
  'authenticationContext.authenticationProvider',
  'authenticationContext.credentialType',
  'debugContext.debugData.requestId',
  'debugContext.debugData.requestUri',
  'debugContext.debugData.url',
  'debugContext.debugData.privilegeGranted',
  'debugContext.debugData.privilegeRevoked',
  'debugContext.debugData.behaviors',
  'debugContext.debugData.threatDetections',
  'debugContext.debugData.threatSuspected',
  'debugContext.debugData.logOnlySecurityData',
  'debugContext.debugData.risk',
  'debugContext.debugData.dtHash',
  'debugContext.debugData.suspiciousActivityEventIp',
  'debugContext.debugData.suspiciousActivityEventId',
  'securityContext.asNumber',
  'securityContext.asOrg',
  'securityContext.isp',
  'securityContext.domain',
  'securityContext.isProxy',
]

function lowered(field: string): string {
  const dot = field.indexOf('.')
  return dot < 0 ? field.toLowerCase() : field.slice(0, dot).toLowerCase() + field.slice(dot)
}

/**
 * Targets form a list in no fixed order, so each is put under its type: `targetOf.UserGroup.id`; `thing` is the first
 * that is not a user, and `any` the first of all.
 */
function settle(record: Members): void {
  addressed(record, 'targetOf', record.target, (target) => [target.type, target])
  const targets = record.targetOf as Members | undefined
  if (!isMembers(targets) || targets.any !== undefined) return
  const [first, thing] = [Object.values(targets)[0], Object.entries(targets).find(([type]) => type !== 'User')?.[1]]
  if (first !== undefined) targets.any = first
  if (thing !== undefined) targets.thing = thing
}

export const OKTA_SHAPES: readonly RecordShape[] = [
  {
    name: 'lower case',
    is: (record) => typeof record.eventtype === 'string' || typeof record.displaymessage === 'string',
    names: Object.fromEntries(FIELDS.map((field) => [field, [lowered(field), field]])),
    settle,
  },
  { name: 'okta', is: () => true, settle },
]
