/** The way events with a token of this template are received. */
export type ReceivedBy =
  | 'push' // POST /v1/ingest and /v1/ingest/batch
  | 'webhook' // POST /v1/inbox/{token}
  | 'email' // POST /v1/inbox/email/{token}
  | 'cef' // POST /v1/inbox/cef
  | 'hec' // POST /v1/inbox/hec
  | 'k8s' // POST /v1/ingest/k8s-audit/{tenant_id}, for that tenant only

export type InboxTemplate = {
  readonly id: string
  readonly vendorName: string
  readonly productName: string
  /** `auto` reads the format from the envelope or the event. */
  readonly sourceFormat: string
  readonly receivedBy: ReceivedBy
}

export const PUSH_TEMPLATE = 'connector-push'

const TEMPLATES: readonly InboxTemplate[] = [
  template(PUSH_TEMPLATE, 'Any', 'Forwarder', 'auto', 'push'),
  template('cef-syslog', 'Any', 'CEF over syslog', 'cef', 'cef'),
  template('splunk-hec', 'Splunk', 'HTTP Event Collector', 'hec', 'hec'),
  template('email-forwarded', 'Any', 'Forwarded e-mail', 'email', 'email'),
  template('k8s-audit', 'Kubernetes', 'API server audit', 'k8s-audit', 'k8s'),
  template('webhook-generic', 'Any', 'JSON webhook', 'auto', 'webhook'),
  template('webhook-aws-cloudtrail', 'Amazon', 'AWS CloudTrail', 'cloudtrail', 'webhook'),
  template('webhook-azure-activity', 'Microsoft', 'Azure Activity', 'azure-activity', 'webhook'),
  template('webhook-cloudflare', 'Cloudflare', 'Cloudflare', 'cloudflare', 'webhook'),
  template('webhook-crowdstrike', 'CrowdStrike', 'Falcon', 'crowdstrike', 'webhook'),
  template('webhook-defender', 'Microsoft', 'Defender XDR', 'defender', 'webhook'),
  template('webhook-github', 'GitHub', 'GitHub', 'github', 'webhook'),
  template('webhook-gitlab', 'GitLab', 'GitLab', 'gitlab', 'webhook'),
  template('webhook-okta', 'Okta', 'Okta', 'okta', 'webhook'),
  template('webhook-slack', 'Slack', 'Slack', 'slack', 'webhook'),
  template('webhook-zoom', 'Zoom', 'Zoom', 'zoom', 'webhook'),
  template('webhook-box', 'Box', 'Box', 'box', 'webhook'),
  template('webhook-zendesk', 'Zendesk', 'Zendesk', 'zendesk', 'webhook'),
  template('webhook-tailscale', 'Tailscale', 'Tailscale', 'tailscale', 'webhook'),
  template('webhook-notion', 'Notion', 'Notion', 'notion', 'webhook'),
  template('webhook-atlassian', 'Atlassian', 'Jira and Confluence', 'atlassian', 'webhook'),
  template('webhook-bitbucket', 'Atlassian', 'Bitbucket', 'bitbucket', 'webhook'),
  template('webhook-snyk', 'Snyk', 'Snyk', 'snyk', 'webhook'),
  template('webhook-auth0', 'Okta', 'Auth0', 'auth0', 'webhook'),
  template('webhook-onepassword', '1Password', '1Password', 'onepassword', 'webhook'),
  template('webhook-duo', 'Cisco', 'Duo', 'duo', 'webhook'),
  template('webhook-wiz', 'Wiz', 'Wiz', 'wiz', 'webhook'),
  template('webhook-orca', 'Orca', 'Orca', 'orca', 'webhook'),
  template('webhook-canary', 'Thinkst', 'Canary', 'thinkst-canary', 'webhook'),
  template('webhook-sublime', 'Sublime', 'Sublime', 'sublime', 'webhook'),
  template('webhook-push-security', 'Push Security', 'Push', 'pushsecurity', 'webhook'),
  template('webhook-tines', 'Tines', 'Tines', 'tines', 'webhook'),
  template('webhook-salesforce', 'Salesforce', 'Salesforce', 'salesforce', 'webhook'),
  template('webhook-google-workspace', 'Google', 'Workspace', 'google-workspace', 'webhook'),
  template('webhook-guardduty', 'Amazon', 'GuardDuty', 'guardduty', 'webhook'),
  template('webhook-elastic', 'Elastic', 'Elastic Security', 'elastic', 'webhook'),
  template('webhook-netskope', 'Netskope', 'Netskope', 'netskope', 'webhook'),
  template('webhook-teleport', 'Teleport', 'Teleport', 'teleport', 'webhook'),
  template('webhook-sentinelone', 'SentinelOne', 'Singularity', 'sentinelone', 'webhook'),
  template('ai-runtime', 'Any', 'AI runtime', 'ai-runtime', 'webhook'),
  template('ai-finding', 'Any', 'AI finding', 'ai-finding', 'webhook'),
]

const BY_ID = new Map(TEMPLATES.map((entry) => [entry.id, entry]))

/** Undefined for a template that this build does not have. */
export function templateById(id: string): InboxTemplate | undefined {
  return BY_ID.get(id)
}

export function inboxTemplates(): readonly InboxTemplate[] {
  return TEMPLATES
}

function template(
  id: string,
  vendorName: string,
  productName: string,
  sourceFormat: string,
  receivedBy: ReceivedBy,
): InboxTemplate {
  return { id, vendorName, productName, sourceFormat, receivedBy }
}
