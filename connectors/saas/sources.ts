/** The sources of cloud services and security products that speak JSON, by the names that senders give their format. */
import { aiFinding, aiRuntime } from '../ai/mapping.ts'
import { anthropic } from '../anthropic/mapping.ts'
import { appomni } from '../appomni/mapping.ts'
import { asana } from '../asana/mapping.ts'
import { atlassian } from '../atlassian/mapping.ts'
import { auth0 } from '../auth0/mapping.ts'
import { axonius } from '../axonius/mapping.ts'
import { box } from '../box/mapping.ts'
import { canary } from '../canary/mapping.ts'
import { carbonblack } from '../carbonblack/mapping.ts'
import { cloudflare } from '../cloudflare/mapping.ts'
import { crowdstrike } from '../crowdstrike/mapping.ts'
import { databricks } from '../databricks/mapping.ts'
import { docusign } from '../docusign/mapping.ts'
import { dropbox } from '../dropbox/mapping.ts'
import { duo } from '../duo/mapping.ts'
import { github } from '../github/mapping.ts'
import { gitlab } from '../gitlab/mapping.ts'
import { mailSource } from '../mail/mapping.ts'
import type { SourceMapping } from '../mapping.ts'
import { mongodb } from '../mongodb/mapping.ts'
import { netskope } from '../netskope/mapping.ts'
import { notion } from '../notion/mapping.ts'
import { okta } from '../okta/mapping.ts'
import { onelogin } from '../onelogin/mapping.ts'
import { onepassword } from '../onepassword/mapping.ts'
import { openai } from '../openai/mapping.ts'
import { orca } from '../orca/mapping.ts'
import { panther } from '../panther/mapping.ts'
import { proofpoint } from '../proofpoint/mapping.ts'
import { pushsecurity } from '../pushsecurity/mapping.ts'
import { salesforce } from '../salesforce/mapping.ts'
import { sentinelone } from '../sentinelone/mapping.ts'
import { slack } from '../slack/mapping.ts'
import { snowflake } from '../snowflake/mapping.ts'
import { snyk } from '../snyk/mapping.ts'
import { socradar } from '../socradar/mapping.ts'
import { sublime } from '../sublime/mapping.ts'
import { tailscale } from '../tailscale/mapping.ts'
import { teleport } from '../teleport/mapping.ts'
import { tines } from '../tines/mapping.ts'
import { tracebit } from '../tracebit/mapping.ts'
import { upwind } from '../upwind/mapping.ts'
import { wiz } from '../wiz/mapping.ts'
import { zendesk } from '../zendesk/mapping.ts'
import { zoom } from '../zoom/mapping.ts'
import { zscaler } from '../zscaler/mapping.ts'

/** In the order in which records without a format are tried: marks that are nowhere else before looser ones. */
export const SAAS_SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [okta, ['okta', 'okta-system-log']],
  [crowdstrike, ['crowdstrike', 'falcon', 'fdr']],
  [github, ['github', 'github-audit', 'github-webhook']],
  [onepassword, ['onepassword', '1password']],
  [cloudflare, ['cloudflare']],
  [sentinelone, ['sentinelone']],
  [carbonblack, ['carbonblack']],
  [snowflake, ['snowflake']],
  [salesforce, ['salesforce']],
  [databricks, ['databricks']],
  [proofpoint, ['proofpoint']],
  [orca, ['orca']],
  [upwind, ['upwind']],
  [socradar, ['socradar']],
  [tracebit, ['tracebit']],
  [canary, ['canary', 'thinkst-canary']],
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
  [mongodb, ['mongodb', 'atlas']],
  [snyk, ['snyk']],
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
  [mailSource, ['email', 'mail', 'email-forwarded']],
  [aiFinding, ['ai-finding']],
  [aiRuntime, ['ai-runtime']],
]
