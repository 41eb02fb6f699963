/** The sources of cloud services and security products that speak JSON, by the names that senders give their format. */

import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { abnormal } from '../../vendors/abnormal/mapping.ts'
import { aiFinding, aiRuntime } from '../../vendors/ai/mapping.ts'
import { akamai } from '../../vendors/akamai/mapping.ts'
import { alertmanager } from '../../vendors/alertmanager/mapping.ts'
import { anthropic } from '../../vendors/anthropic/mapping.ts'
import { appomni } from '../../vendors/appomni/mapping.ts'
import { asana } from '../../vendors/asana/mapping.ts'
import { atlassian } from '../../vendors/atlassian/mapping.ts'
import { auth0 } from '../../vendors/auth0/mapping.ts'
import { axonius } from '../../vendors/axonius/mapping.ts'
import { bitwarden } from '../../vendors/bitwarden/mapping.ts'
import { box } from '../../vendors/box/mapping.ts'
import { canary } from '../../vendors/canary/mapping.ts'
import { carbonblack } from '../../vendors/carbonblack/mapping.ts'
import { carbonblackTelemetry } from '../../vendors/carbonblack/telemetry.ts'
import { cato } from '../../vendors/cato/mapping.ts'
import { cloudflare } from '../../vendors/cloudflare/mapping.ts'
import { crowdstrike } from '../../vendors/crowdstrike/mapping.ts'
import { cyberarkIdentity } from '../../vendors/cyberark/identity.ts'
import { cybereason } from '../../vendors/cybereason/mapping.ts'
import { databricks } from '../../vendors/databricks/mapping.ts'
import { datadogSignals } from '../../vendors/datadog/mapping.ts'
import { docusign } from '../../vendors/docusign/mapping.ts'
import { dropbox } from '../../vendors/dropbox/mapping.ts'
import { duo } from '../../vendors/duo/mapping.ts'
import { githubAlerts } from '../../vendors/github/alerts.ts'
import { github } from '../../vendors/github/mapping.ts'
import { gitlab } from '../../vendors/gitlab/mapping.ts'
import { jumpcloud } from '../../vendors/jumpcloud/mapping.ts'
import { knowbe4 } from '../../vendors/knowbe4/mapping.ts'
import { lacework } from '../../vendors/lacework/mapping.ts'
import { lastpass } from '../../vendors/lastpass/mapping.ts'
import { mongodbAudit } from '../../vendors/mongodb/audit.ts'
import { mongodb } from '../../vendors/mongodb/mapping.ts'
import { netskope } from '../../vendors/netskope/mapping.ts'
import { netsuite } from '../../vendors/netsuite/mapping.ts'
import { notion } from '../../vendors/notion/mapping.ts'
import { nozomi } from '../../vendors/nozomi/mapping.ts'
import { okta } from '../../vendors/okta/mapping.ts'
import { onelogin } from '../../vendors/onelogin/mapping.ts'
import { onepassword } from '../../vendors/onepassword/mapping.ts'
import { openai } from '../../vendors/openai/mapping.ts'
import { orca } from '../../vendors/orca/mapping.ts'
import { panther } from '../../vendors/panther/mapping.ts'
import { pingidentity } from '../../vendors/pingidentity/mapping.ts'
import { proofpoint } from '../../vendors/proofpoint/mapping.ts'
import { pushsecurity } from '../../vendors/pushsecurity/mapping.ts'
import { salesforce } from '../../vendors/salesforce/mapping.ts'
import { sentinelone } from '../../vendors/sentinelone/mapping.ts'
import { sentineloneTelemetry } from '../../vendors/sentinelone/telemetry.ts'
import { slack } from '../../vendors/slack/mapping.ts'
import { snowflake } from '../../vendors/snowflake/mapping.ts'
import { snyk } from '../../vendors/snyk/mapping.ts'
import { socradar } from '../../vendors/socradar/mapping.ts'
import { sublime } from '../../vendors/sublime/mapping.ts'
import { tailscale } from '../../vendors/tailscale/mapping.ts'
import { tanium } from '../../vendors/tanium/mapping.ts'
import { teleport } from '../../vendors/teleport/mapping.ts'
import { tines } from '../../vendors/tines/mapping.ts'
import { tracebit } from '../../vendors/tracebit/mapping.ts'
import { upwind } from '../../vendors/upwind/mapping.ts'
import { wiz } from '../../vendors/wiz/mapping.ts'
import { workday } from '../../vendors/workday/mapping.ts'
import { zendesk } from '../../vendors/zendesk/mapping.ts'
import { zoom } from '../../vendors/zoom/mapping.ts'
import { zscaler } from '../../vendors/zscaler/mapping.ts'
import { privateAccess } from '../../vendors/zscaler/private-access.ts'
import { mailSource } from '../mail/mapping.ts'
import { serviceFindings } from '../service-findings/mapping.ts'
import { vulnerabilities } from '../vulnerabilities/mapping.ts'

/** In the order in which records without a declared format are tried: distinctive marks before looser ones. */
export const SAAS_SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [alertmanager, ['alertmanager', 'grafana-alerting']],
  [datadogSignals, ['datadog', 'datadog-signals']],
  [okta, ['okta', 'okta-system-log']],
  [crowdstrike, ['crowdstrike', 'falcon', 'fdr']],
  [githubAlerts, ['github-alerts']],
  [github, ['github', 'github-audit', 'github-webhook']],
  [onepassword, ['onepassword', '1password']],
  [cloudflare, ['cloudflare']],
  [sentinelone, ['sentinelone']],
  [sentineloneTelemetry, ['sentinelone-telemetry', 'deep-visibility']],
  [carbonblack, ['carbonblack']],
  [carbonblackTelemetry, ['carbonblack-telemetry']],
  [snowflake, ['snowflake']],
  [salesforce, ['salesforce']],
  [databricks, ['databricks']],
  [proofpoint, ['proofpoint']],
  [orca, ['orca']],
  [upwind, ['upwind']],
  [socradar, ['socradar']],
  [tracebit, ['tracebit']],
  [canary, ['canary', 'thinkst-canary']],
  [nozomi, ['nozomi']],
  [cybereason, ['cybereason']],
  [appomni, ['appomni']],
  [sublime, ['sublime']],
  [wiz, ['wiz']],
  [slack, ['slack']],
  [box, ['box']],
  [dropbox, ['dropbox']],
  [duo, ['duo']],
  [zoom, ['zoom']],
  [onelogin, ['onelogin']],
  [openai, ['openai']],
  [anthropic, ['anthropic', 'claude']],
  [notion, ['notion']],
  [asana, ['asana']],
  [teleport, ['teleport']],
  [zendesk, ['zendesk']],
  [mongodbAudit, ['mongodb-audit']],
  [mongodb, ['mongodb', 'atlas']],
  [snyk, ['snyk']],
  [privateAccess, ['zscaler-zpa']],
  [zscaler, ['zscaler']],
  [docusign, ['docusign']],
  [panther, ['panther']],
  [tines, ['tines']],
  [axonius, ['axonius']],
  [netskope, ['netskope']],
  [tailscale, ['tailscale']],
  [atlassian, ['atlassian']],
  [pushsecurity, ['pushsecurity']],
  [auth0, ['auth0']],
  [gitlab, ['gitlab']],
  [abnormal, ['abnormal', 'abnormal-security']],
  [akamai, ['akamai', 'akamai-siem']],
  [cato, ['cato', 'cato-networks']],
  [jumpcloud, ['jumpcloud']],
  [knowbe4, ['knowbe4']],
  [cyberarkIdentity, ['cyberark-identity']],
  [pingidentity, ['pingidentity', 'pingone']],
  [lastpass, ['lastpass']],
  [bitwarden, ['bitwarden']],
  [lacework, ['lacework', 'forticnapp']],
  [tanium, ['tanium']],
  [workday, ['workday']],
  [netsuite, ['netsuite']],
  [vulnerabilities, ['vulnerabilities', 'qualys', 'tenable-vm']],
  [serviceFindings, ['service-findings', 'servicenow-sir', 'recorded-future', 'extrahop', 'crowdsec', 'spycloud']],
  [mailSource, ['email', 'mail', 'email-forwarded']],
  [aiFinding, ['ai-finding']],
  [aiRuntime, ['ai-runtime']],
]
