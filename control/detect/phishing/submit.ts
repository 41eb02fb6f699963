/**
 * Handles a suspicious mail, link or file that a person reports: parses it, looks it up in intelligence, scores it, and
 * raises an alert.
 */

import type { Kind } from '../../../intel/indicator.ts'
import { normaliseValue } from '../../../intel/normalise-value.ts'
import { FairThread } from '../../../platform/fair-thread.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { createAlert } from '../../soc/alerts/index.ts'
import { knownOf } from '../intel/index.ts'
import { domainOf, type Hit, type Judgement, judge, type Signal } from './judge.ts'
import { MAIL_THREAD } from './limits.ts'
import type { MailAnswer } from './mail-thread.ts'
import type { MailFacts } from './read-mail.ts'
import { type Analysis, type ArtifactKind, insertSubmission, type PhishingSubmission } from './submission-store.ts'

export type PhishingInput = {
  readonly kind: ArtifactKind
  readonly raw: string | null
  readonly sender: string | null
  readonly subject: string | null
  readonly urls: readonly string[]
  /** SHA-256; files are never stored. */
  readonly hashes: readonly string[]
}

const NOT_CHECKED = [
  'no link was followed and no file was opened: a sandbox can be asked for either',
  'reputation beyond the indicators of this installation',
]

/** Throws 422 for input that cannot be parsed. No outside system is queried. */
export async function readSubmission(
  tenant: TenantId,
  { kind, raw, urls, hashes }: PhishingInput,
): Promise<MailFacts | null> {
  if (kind !== 'email' && urls.length === 0 && hashes.length === 0 && raw === null)
    throw invalid('urls', 'nothing was given to look at')
  if (kind !== 'email') return null
  if (raw === null) throw invalid('raw_content', 'is missing: the mail with its headers')
  mails.requireBudget(tenant, 'the mails of this tenant have taken too long to read')
  const answer = await mails.ask(tenant, raw)
  if (answer === null) throw invalid('raw_content', `takes more than ${MAIL_THREAD.cpuMs} ms to be read`)
  if ('faults' in answer) throw new InvalidInput(...answer.faults)
  return answer.mail
}

/** In a thread, because the attacker controls the content of a reported mail. */
const mails = new FairThread<string, MailAnswer>(new URL('./mail-thread.ts', import.meta.url), MAIL_THREAD)

export async function submitPhishing(
  tx: TenantTx,
  phishing: PhishingInput,
  mail: MailFacts | null,
  submittedBy: string,
  nowMs: number,
): Promise<PhishingSubmission> {
  const links = [...(mail?.links ?? []), ...phishing.urls.map((url) => ({ url, text: '' }))]
  const attachments = mail?.attachments ?? []
  const hashes = [
    ...new Set([...phishing.hashes.map((hash) => hash.toLowerCase()), ...attachments.map(({ sha256 }) => sha256)]),
  ]
  const sender = mail?.sender ?? phishing.sender
  const values = valuesIn({ links, hashes, sender, raw: phishing.kind === 'domain' ? phishing.raw : null })
  const known = await knownOf(tx, values, nowMs)
  const hits: Hit[] = known.flatMap((all, at) =>
    all.map(({ indicator, effectiveConfidence }) => ({
      value: values[at]?.value ?? '',
      source: indicator.source,
      confidence: effectiveConfidence,
    })),
  )
  const judgement = judge({ mail, links, attachments, hits })
  const subject = mail?.subject ?? phishing.subject
  const domains = [...new Set(values.flatMap(({ kind, value }) => (kind === 'domain' ? [value] : [])))]
  const cut = mail?.isCut ? ['more links or attachments than are looked at'] : []
  const analysis: Analysis = {
    ...{ signals: judgement.signals, auth: mail?.auth ?? null, links, attachments, hashes, domains },
    notChecked: [...NOT_CHECKED, ...cut],
  }
  const alertId = await raised(tx, phishing.kind, judgement, { subject, sender, domains, hashes }, nowMs)
  const { verdict, score } = judgement
  return insertSubmission(tx, { kind: phishing.kind, subject, sender, verdict, score, analysis, alertId, submittedBy })
}

type Value = { readonly kind: Kind; readonly value: string }

function valuesIn(input: {
  readonly links: readonly { readonly url: string }[]
  readonly hashes: readonly string[]
  readonly sender: string | null
  readonly raw: string | null
}): Value[] {
  const found = new Map<string, Value>()
  const add = (kind: Kind, text: string | null | undefined) => {
    const value = text ? normaliseValue(kind, text) : null
    if (value !== null) found.set(`${kind} ${value}`, { kind, value })
  }
  for (const { url } of input.links) {
    add('url', url)
    const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '')
    add('domain', host)
    add('ip', host)
  }
  for (const hash of input.hashes) add('sha256', hash)
  add('email', input.sender)
  add('domain', domainOf(input.sender))
  add('domain', input.raw?.trim())
  return [...found.values()]
}

/** A mail without any sign of phishing raises no alert, because an analyst has nothing to do. */
async function raised(
  tx: TenantTx,
  kind: ArtifactKind,
  { verdict, score, signals }: Judgement,
  about: {
    readonly subject: string | null
    readonly sender: string | null
    readonly domains: readonly string[]
    readonly hashes: readonly string[]
  },
  nowMs: number,
): Promise<string | null> {
  if (verdict === 'no_signs') return null
  const what = about.subject ?? about.sender ?? about.domains[0] ?? about.hashes[0] ?? kind
  const alert = await createAlert(
    tx,
    {
      title: `Phishing was reported: ${what}`,
      severity: verdict === 'malicious' ? 'high' : 'medium',
      description: `${signals.map(sentenceOf).join('. ')}.`.slice(0, 10_000),
      category: 'phishing',
      mitreTactics: ['TA0001'],
      mitreTechniques: ['T1566'],
      confidence: score,
      tags: ['phishing', verdict],
    },
    nowMs,
  )
  return alert.id
}

const sentenceOf = ({ name, weight, detail }: Signal) => `${name} (${weight}): ${detail}`
