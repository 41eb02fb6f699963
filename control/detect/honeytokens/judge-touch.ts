/** Judges a touch as it looks from outside: words for people, and a score with its reasons. */
import type { Classification } from './honeytoken.ts'

export type Seen = {
  readonly userAgent: string | null
  /** True when the request has the form of AWS clients, whatever its user agent. */
  readonly isCloudClient: boolean
  /** True when the touch is no request but an event that contains a value of the decoy. */
  readonly isEvent: boolean
  readonly isKnownBad: boolean
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
const SCRIPTS =
  /curl|wget|python|go-http-client|java\/|okhttp|libwww|powershell|ruby|node|axios|postman|nmap|nikto|sqlmap|nuclei|masscan|zgrab/i
const BROWSERS = /mozilla\/5\.0 .*(?:gecko|applewebkit)/i

const SCORES: Readonly<Record<Classification, { readonly score: number; readonly why: string }>> = {
  cloud_client: { score: 95, why: 'a client of a cloud used the decoy as a credential' },
  script: { score: 85, why: 'a program and no person asked' },
  browser: { score: 70, why: 'somebody opened it in a browser' },
  event: { score: 85, why: 'its value stands in an event' },
  unknown: { score: 60, why: 'who asked does not say what it is' },
  preview: { score: 20, why: 'a program that looks at links before people do' },
}
const KNOWN_BAD = 95

export function judgeTouch({ userAgent, isCloudClient, isEvent, isKnownBad }: Seen): Judged {
  const classification = isCloudClient ? 'cloud_client' : isEvent ? 'event' : classified(userAgent ?? '')
  const { score, why: usual } = SCORES[classification]
  const why = classification === 'browser' && DOCUMENTS.test(userAgent ?? '') ? OPENED : usual
  if (!isKnownBad) return { classification, score, why: [why] }
  return { classification, score: Math.max(score, KNOWN_BAD), why: [why, 'the source is an indicator'] }
}

function classified(agent: string): Classification {
  if (DOCUMENTS.test(agent)) return 'browser'
  if (PREVIEWS.test(agent)) return 'preview'
  if (CLOUD.test(agent)) return 'cloud_client'
  if (SCRIPTS.test(agent)) return 'script'
  return BROWSERS.test(agent) ? 'browser' : 'unknown'
}
