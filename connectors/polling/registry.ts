/** Sources that can be polled. A new one is its table under `vendors/` and its line here. */
import { CLOUDTRAIL_POLL, SECURITY_HUB_POLL } from '../vendors/aws/poll.ts'
import { CLOUDFLARE_POLL } from '../vendors/cloudflare/poll.ts'
import { CROWDSTRIKE_POLL } from '../vendors/crowdstrike/poll.ts'
import { DUO_POLL } from '../vendors/duo/poll.ts'
import { ELASTIC_POLL } from '../vendors/elastic/poll.ts'
import { GOOGLE_CLOUD_POLL } from '../vendors/gcp/poll.ts'
import { GITHUB_POLL } from '../vendors/github/poll.ts'
import { GOOGLE_WORKSPACE_POLL } from '../vendors/gsuite/poll.ts'
import { DEFENDER_POLL, ENTRA_SIGNINS_POLL, M365_ACTIVITY_POLL } from '../vendors/microsoft365/poll.ts'
import { OKTA_POLL } from '../vendors/okta/poll.ts'
import { ONEPASSWORD_POLL } from '../vendors/onepassword/poll.ts'
import { QRADAR_POLL } from '../vendors/qradar/poll.ts'
import { SENTINEL_POLL } from '../vendors/sentinel/poll.ts'
import { SENTINELONE_POLL } from '../vendors/sentinelone/poll.ts'
import { SLACK_POLL } from '../vendors/slack/poll.ts'
import { SPLUNK_POLL } from '../vendors/splunk/poll.ts'
import { ZOOM_POLL } from '../vendors/zoom/poll.ts'
import { GENERIC_POLL } from './generic.ts'
import type { PollTable } from './table.ts'

export const POLL_TABLES: readonly PollTable[] = [
  OKTA_POLL,
  ENTRA_SIGNINS_POLL,
  DEFENDER_POLL,
  M365_ACTIVITY_POLL,
  CROWDSTRIKE_POLL,
  CLOUDTRAIL_POLL,
  SECURITY_HUB_POLL,
  GOOGLE_CLOUD_POLL,
  GOOGLE_WORKSPACE_POLL,
  DUO_POLL,
  SENTINELONE_POLL,
  ELASTIC_POLL,
  QRADAR_POLL,
  SENTINEL_POLL,
  SPLUNK_POLL,
  GITHUB_POLL,
  SLACK_POLL,
  ZOOM_POLL,
  ONEPASSWORD_POLL,
  CLOUDFLARE_POLL,
  GENERIC_POLL,
]

const BY_TYPE = new Map(POLL_TABLES.map((table) => [table.type, table]))

export function pollTableOf(type: string): PollTable | null {
  return BY_TYPE.get(type) ?? null
}
