/** Judges a touch as it looks from outside: words for people, and a score with its reasons. */
import type { Classification } from './honeytoken.ts'

export type Seen = {
  readonly userAgent: string | null
  /** True when the request has the form of AWS clients, whatever its user agent. */
  readonly isCloudClient: boolean
  /** True when the touch is no request but an event that contains a value of the decoy. */
  readonly isEvent: boolean
  readonly isKnownBad: boolean
  /** The path behind the address of the decoy; absent for none. */
  readonly resource?: string | undefined
  /** The host name of the site whose copies load the decoy; absent for other decoys. */
  readonly site?: string | undefined
}
export type Judged = {
  readonly classification: Classification
  readonly score: number
  readonly why: readonly string[]
}

/** Programs that fetch what people send one another, before anybody has looked at it. */
const PREVIEWS =
  /slackbot|skypeuripreview|microsoft office|teams|whatsapp|telegrambot|discordbot|facebookexternalhit|linkedinbot|twitterbot|googleimageproxy|proofpoint|mimecast|barracuda|safelinks|bingpreview|applebot/i
/** True when a program calls itself one that looks at links in messages. */
export const isLinkPreview = (userAgent: string) => PREVIEWS.test(userAgent)

/** Office programs, which load remote content when a person opens a document. Outlook loads it when it shows a mail. */
const DOCUMENTS =
  /^(?!.*outlook).*(?:ms-?office|microsoft (?:office|word|excel|powerpoint)|libreoffice|openoffice|acrobat)/i
const OPENED = 'somebody opened the document that leads to it'

const CLOUD = /aws-cli|aws-sdk|boto|botocore|terraform|gcloud|azure/i
/** kubectl, helm and programs made with client-go name themselves, and any client asks for the paths of a cluster. */
const CLUSTER_CLIENTS = /^(?:kubectl|helm|k9s|oc)\b|\bkubernetes\//i
const CLUSTER_PATHS = /^(?:(?:api|apis|openapi)(?:\/|$)|version$)/

/** True for a path that clients request from a cluster of Kubernetes. */
export const isClusterPath = (path: string): boolean => CLUSTER_PATHS.test(path)

const HOST_NAME = /^[a-z0-9][a-z0-9.-]{0,252}$/i
const SCRIPTS =
  /curl|wget|python|go-http-client|java\/|okhttp|libwww|powershell|ruby|node|axios|postman|nmap|nikto|sqlmap|nuclei|masscan|zgrab/i
const BROWSERS = /mozilla\/5\.0 .*(?:gecko|applewebkit)/i

const SCORES: Readonly<Record<Classification, { readonly score: number; readonly why: string }>> = {
  cloud_client: { score: 95, why: 'a client of a cloud used the decoy as a credential' },
  cluster_client: { score: 95, why: 'a client of Kubernetes used the decoy as its cluster' },
  site_copy: { score: 90, why: 'a copy of the site loaded it' },
  script: { score: 85, why: 'a program and no person asked' },
  browser: { score: 70, why: 'somebody opened it in a browser' },
  event: { score: 85, why: 'its value stands in an event' },
  unknown: { score: 60, why: 'who asked does not say what it is' },
  preview: { score: 20, why: 'a program that looks at links before people do' },
}
const KNOWN_BAD = 95

export function judgeTouch(seen: Seen): Judged {
  const classification = classified(seen)
  const { score } = SCORES[classification]
  const why = whyOf(classification, seen)
  if (!seen.isKnownBad) return { classification, score, why: [why] }
  return { classification, score: Math.max(score, KNOWN_BAD), why: [why, 'the source is an indicator'] }
}

function whyOf(classification: Classification, { userAgent, resource, site }: Seen): string {
  if (classification === 'site_copy') return `a copy of ${site} on ${resource} loaded it`
  if (classification === 'browser' && DOCUMENTS.test(userAgent ?? '')) return OPENED
  return SCORES[classification].why
}

function classified({ userAgent, isCloudClient, isEvent, resource, site }: Seen): Classification {
  if (isCloudClient) return 'cloud_client'
  if (isEvent) return 'event'
  const agent = userAgent ?? ''
  if (CLUSTER_CLIENTS.test(agent) || (resource !== undefined && isClusterPath(resource))) return 'cluster_client'
  if (site !== undefined && resource !== undefined && isCopyOf(site, resource)) return 'site_copy'
  return classifiedByAgent(agent)
}

/** True for the name of a host that is neither the site nor below it. */
function isCopyOf(site: string, host: string): boolean {
  const [own, other] = [site.toLowerCase(), host.toLowerCase()]
  return HOST_NAME.test(other) && other !== own && !other.endsWith(`.${own}`)
}

function classifiedByAgent(agent: string): Classification {
  if (DOCUMENTS.test(agent)) return 'browser'
  if (PREVIEWS.test(agent)) return 'preview'
  if (CLOUD.test(agent)) return 'cloud_client'
  if (SCRIPTS.test(agent)) return 'script'
  return BROWSERS.test(agent) ? 'browser' : 'unknown'
}
