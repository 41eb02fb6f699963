/**
 * The parts of each vendor's API that the product uses: events that are polled, searches in the vendor's own language,
 * findings that its analysts closed, and actions that it carries out. A vendor is its folder under `vendors/` and its line
 * here. Mappings of events have a registry of their own (`registry.ts`), which takes ten times as much memory and which most
 * processes do not need (decision 0112).
 */
import type { ClosureTable } from './closures/closure-table.ts'
import { GENERIC_POLL } from './polling/generic.ts'
import type { PollTable } from './polling/table.ts'
import type { Respond } from './respond/executor.ts'
import { MAIL_RESPOND } from './respond/mail.ts'
import { REST_RESPOND } from './respond/rest.ts'
import { WEBHOOK_RESPOND } from './respond/webhook.ts'
import type { Search } from './search/search.ts'
import { JIRA_RESPOND } from './vendors/atlassian/respond.ts'
import { CLOUDTRAIL_POLL, SECURITY_HUB_POLL } from './vendors/aws/poll.ts'
import { CLOUDFLARE_POLL } from './vendors/cloudflare/poll.ts'
import { CROWDSTRIKE_POLL } from './vendors/crowdstrike/poll.ts'
import { DUO_POLL } from './vendors/duo/poll.ts'
import { ELASTIC_CLOSURES } from './vendors/elastic/closures.ts'
import { ELASTIC_POLL } from './vendors/elastic/poll.ts'
import { searchElastic } from './vendors/elastic/search.ts'
import { GOOGLE_CLOUD_POLL } from './vendors/gcp/poll.ts'
import { GITHUB_POLL } from './vendors/github/poll.ts'
import { GOOGLE_WORKSPACE_POLL } from './vendors/gsuite/poll.ts'
import { DEFENDER_CLOSURES } from './vendors/microsoft365/closures.ts'
import { DEFENDER_POLL, ENTRA_SIGNINS_POLL, M365_ACTIVITY_POLL } from './vendors/microsoft365/poll.ts'
import { TEAMS_RESPOND } from './vendors/microsoft365/respond.ts'
import { OKTA_POLL } from './vendors/okta/poll.ts'
import { ONEPASSWORD_POLL } from './vendors/onepassword/poll.ts'
import { QRADAR_CLOSURES } from './vendors/qradar/closures.ts'
import { QRADAR_POLL } from './vendors/qradar/poll.ts'
import { SENTINEL_CLOSURES } from './vendors/sentinel/closures.ts'
import { SENTINEL_POLL } from './vendors/sentinel/poll.ts'
import { searchSentinel } from './vendors/sentinel/search.ts'
import { SENTINELONE_POLL } from './vendors/sentinelone/poll.ts'
import { SERVICENOW_RESPOND } from './vendors/servicenow/respond.ts'
import { SLACK_POLL } from './vendors/slack/poll.ts'
import { SLACK_RESPOND } from './vendors/slack/respond.ts'
import { SPLUNK_CLOSURES } from './vendors/splunk/closures.ts'
import { SPLUNK_POLL } from './vendors/splunk/poll.ts'
import { searchSplunk } from './vendors/splunk/search.ts'
import { ZOOM_POLL } from './vendors/zoom/poll.ts'

export type VendorSearch = { readonly language: 'spl' | 'kql' | 'esql'; readonly search: Search }

/**
 * One type of connector, or one vendor of executors, or both. A search and closed findings use the sign-in and the
 * settings of the poll; actions have their own, because they need other rights.
 */
export type VendorApi = Partial<ConnectorType> & { readonly respond?: Respond }

export type ConnectorType = {
  readonly poll: PollTable
  readonly search?: VendorSearch
  readonly closures?: ClosureTable
}

const VENDOR_APIS: readonly VendorApi[] = [
  { respond: REST_RESPOND },
  { respond: JIRA_RESPOND },
  { respond: SERVICENOW_RESPOND },
  { respond: WEBHOOK_RESPOND },
  { poll: OKTA_POLL },
  { poll: ENTRA_SIGNINS_POLL },
  { poll: DEFENDER_POLL, closures: DEFENDER_CLOSURES },
  { poll: M365_ACTIVITY_POLL },
  { poll: CROWDSTRIKE_POLL },
  { poll: CLOUDTRAIL_POLL },
  { poll: SECURITY_HUB_POLL },
  { poll: GOOGLE_CLOUD_POLL },
  { poll: GOOGLE_WORKSPACE_POLL },
  { poll: DUO_POLL },
  { poll: SENTINELONE_POLL },
  { poll: ELASTIC_POLL, search: { language: 'esql', search: searchElastic }, closures: ELASTIC_CLOSURES },
  { poll: QRADAR_POLL, closures: QRADAR_CLOSURES },
  { poll: SENTINEL_POLL, search: { language: 'kql', search: searchSentinel }, closures: SENTINEL_CLOSURES },
  { poll: SPLUNK_POLL, search: { language: 'spl', search: searchSplunk }, closures: SPLUNK_CLOSURES },
  { poll: GITHUB_POLL },
  { poll: SLACK_POLL, respond: SLACK_RESPOND },
  { poll: ZOOM_POLL },
  { poll: ONEPASSWORD_POLL },
  { poll: CLOUDFLARE_POLL },
  { poll: GENERIC_POLL },
  { respond: TEAMS_RESPOND },
  { respond: MAIL_RESPOND },
]

export const CONNECTOR_TYPES: readonly ConnectorType[] = VENDOR_APIS.flatMap(({ poll, respond: _, ...others }) =>
  poll === undefined ? [] : [{ poll, ...others }],
)
const BY_TYPE = new Map(CONNECTOR_TYPES.map((one) => [one.poll.type, one]))

/** By the type of a connector. Null when this build knows no such type. */
export function connectorType(type: string): ConnectorType | null {
  return BY_TYPE.get(type) ?? null
}

const RESPONDS = new Map(
  VENDOR_APIS.flatMap(({ respond }) => (respond === undefined ? [] : [[respond.vendor, respond]])),
)

/** Vendors whose executors a tenant can connect. */
export const RESPONDING_VENDORS: readonly string[] = [...RESPONDS.keys()]

/** By the vendor of an executor. Null when this build knows no such vendor. */
export function respondOf(vendor: string): Respond | null {
  return RESPONDS.get(vendor) ?? null
}
