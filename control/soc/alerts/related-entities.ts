import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import type { Alert } from './alert.ts'
import { SEARCH_MAX } from './alert-text.ts'

export type RelatedEntity = {
  readonly group: 'principal' | 'network' | 'workflow' | 'tenant'
  readonly kind: 'user' | 'host' | 'ip' | 'rule' | 'connector' | 'mitre' | 'case' | 'assignee' | 'tenant'
  readonly value: string
  readonly label: string
  /** Address of a search by this value, relative to the API. Null when there is none. */
  readonly pivot: string | null
}

const API = '/api/v1'

/** Lists users and hosts, addresses, the alert's correlation values and its owner, in this order. */
export function relatedEntities(alert: Alert): RelatedEntity[] {
  const { ruleId, connectorId, caseId, assignedToId, tenantId } = alert
  return [
    ...alert.affectedUsers.map((user) => entity('principal', 'user', user)),
    ...alert.affectedHosts.map((host) => entity('principal', 'host', host)),
    ...alert.affectedIps.map((ip) => entity('network', 'ip', ip)),
    ...(ruleId === null ? [] : [entity('workflow', 'rule', ruleId)]),
    ...(connectorId === null ? [] : [{ ...entity('workflow', 'connector', connectorId), pivot: null }]),
    ...alert.mitreTechniques.map((technique) => ({
      ...entity('workflow', 'mitre', technique),
      pivot: attackPage(technique),
    })),
    ...(caseId === null ? [] : [{ ...entity('workflow', 'case', caseId), pivot: `${API}/cases/${caseId}` }]),
    ...(assignedToId === null
      ? []
      : [{ ...entity('workflow', 'assignee', assignedToId), pivot: `${API}/users/${assignedToId}` }]),
    { ...entity('tenant', 'tenant', tenantId), pivot: `${API}/alerts` },
  ]
}

/** The pivot of a name: the alerts that have it too. One that is longer than a search may be has none. */
function entity(group: RelatedEntity['group'], kind: RelatedEntity['kind'], value: string): RelatedEntity {
  const pivot = value.length > SEARCH_MAX ? null : `${API}/alerts?search=${encodeURIComponent(value)}`
  return { group, kind, value, label: value, pivot }
}

function attackPage(technique: string): string | null {
  return TECHNIQUE_ID.test(technique) ? `https://attack.mitre.org/techniques/${technique.replace('.', '/')}/` : null
}
