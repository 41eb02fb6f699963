/** The document of an alert, made from its story. */
import type { AlertDocument, EvidenceLink } from '../../../schemas/alert-draft.ts'
import { FINDING_LANGUAGE } from '../../../schemas/signal.ts'
import { fold, KINDS } from '../../entity-names.ts'
import { closedIn, union } from './evidence.ts'
import { badAddresses, namedIn, threatText } from './indicators.ts'
import { NAMES_MAX } from './part.ts'
import { type FiredBefore, scoreOf, severityWord } from './score.ts'
import type { Finding, Summary } from './summary.ts'
import { tacticId, tacticName, tacticRanks } from './tactics.ts'
import type { Weights } from './weights.ts'

/**
 * Links of a chain that are shown: those of the highest severity.
 * @bound links in the chain of a story -> the most severe ones are kept, the others counted
 */
const LINKS_MAX = 50
const TITLE_MAX = 300
const TECHNIQUES_MAX = 100
const SOURCES_MAX = 32
/** Number of names shared with earlier links that a link lists. */
const SHARED_MAX = 3
const NOUNS = { host: 'host', user: 'user', ip: 'address' } as const

export function documentOf(summary: Summary, firedBefore: FiredBefore, weights: Weights): AlertDocument {
  const tactics = tacticRanks([...summary.rules.values()].flatMap((rule) => rule.tactics)).map(tacticId)
  const techniques = new Set(summary.findings.flatMap((finding) => finding.techniques))
  const lead = leadOf(summary)
  const { findings } = summary
  return {
    title: titleOf(summary, lead),
    severity_id: summary.severityId,
    rule_id: lead.ruleId,
    sources: summary.sources.slice(0, SOURCES_MAX),
    tactics,
    techniques: [...techniques].slice(0, TECHNIQUES_MAX),
    hosts: withNamed('host', summary),
    users: withNamed('user', summary),
    ips: union(summary.names.ip, [...badAddresses(findings), ...namedAddresses(findings)], NAMES_MAX.ip),
    first_ms: summary.firstMs,
    last_ms: summary.lastMs,
    signal_count: summary.signals,
    event_count: summary.events,
    rule_count: summary.rules.size,
    is_storm: summary.isStorm,
    is_closed_by_vendor: isClosedByVendor(summary),
    score: scoreOf(summary, firedBefore, weights),
    evidence: chainOf(summary, firedBefore),
    evidence_omitted: Math.max(0, summary.findings.length - LINKS_MAX),
  }
}

/**
 * The addresses that the evidence of products' findings names: they are affected, but link no stories, as very many
 * machines talk to the same servers.
 */
function namedAddresses(findings: readonly Finding[]): string[] {
  const ofProducts = findings.filter(({ language }) => language === FINDING_LANGUAGE)
  const fields = ofProducts.flatMap(({ samples }) => samples.flatMap(({ matched }) => matched))
  return fields.flatMap(({ field, value }) => (field === 'dst_ip' || field === 'ip' ? [value] : []))
}

/** The names of the stories, and the machines or accounts that products' findings name besides. */
function withNamed(kind: 'host' | 'user', { names, findings }: Summary): readonly string[] {
  const ofProducts = findings.filter(({ language }) => language === FINDING_LANGUAGE)
  if (ofProducts.length === 0) return names[kind]
  const known = new Set(names[kind].map((name) => fold(kind, name)))
  const others: string[] = []
  for (const { samples } of ofProducts) {
    for (const { field, value } of samples.flatMap(({ matched }) => matched)) {
      const name = field === kind ? fold(kind, value) : ''
      if (name === '' || known.has(name)) continue
      known.add(name)
      others.push(value)
    }
  }
  return others.length === 0 ? names[kind] : union(names[kind], others, NAMES_MAX[kind])
}

/** A finding whose last state was not kept counts as open. */
function isClosedByVendor({ findings, signals }: Summary): boolean | null {
  if (findings.some(({ language }) => language !== FINDING_LANGUAGE)) return null
  return findings.reduce((sum, finding) => sum + (closedIn(finding) ?? 0), 0) === signals
}

/**
 * The finding of the highest severity, preferring one that a vendor reported: a rule about such findings says less than
 * the finding.
 */
function leadOf({ findings, severityId }: Summary): Finding {
  const gravest = findings.filter((finding) => finding.severityId === severityId)
  return (gravest.find(({ language }) => language === FINDING_LANGUAGE) ?? gravest[0]) as Finding
}

function titleOf({ rules, names }: Summary, lead: Finding): string {
  const others = rules.size - 1
  const more = others === 0 ? '' : ` and ${others} ${others === 1 ? 'other rule' : 'other rules'}`
  const named = cut(namedIn(lead), 120)
  return `${cut(lead.title, 200 - named.length)}${named}${more}${cut(onWhom(names), 90)}`.slice(0, TITLE_MAX)
}

function onWhom({ host, user, ip }: Summary['names']): string {
  const kind = host.length > 0 ? 'host' : user.length > 0 ? 'user' : 'ip'
  const names = { host, user, ip }[kind]
  const [first] = names
  if (first === undefined) return ''
  const by = host.length > 0 ? 'on' : user.length > 0 ? 'by' : 'from'
  const others = names.length - 1
  const isCut = names.length >= NAMES_MAX[kind]
  return ` ${by} ${first}${others === 0 ? '' : isCut ? ' and very many others' : ` and ${others} more`}`
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}

function chainOf({ findings }: Summary, firedBefore: FiredBefore): EvidenceLink[] {
  const gravest = [...findings].sort((a, b) => b.severityId - a.severityId) // a stable sort: of equal ones the first
  const kept = new Set(gravest.slice(0, LINKS_MAX))
  const chain = new Chain(firedBefore)
  return findings
    .filter((finding) => kept.has(finding))
    .map((finding, at) => linkOf(finding, at + 1, chain.why(finding)))
}

function linkOf(finding: Finding, order: number, why: string): EvidenceLink {
  const first = finding.samples[0] as Finding['samples'][number]
  return {
    order,
    kind: 'signal',
    signal_id: first.signalId,
    rule_id: finding.ruleId,
    title: cut(`${finding.title}${cut(namedIn(finding), 120)}`, TITLE_MAX),
    language: finding.language,
    severity_id: finding.severityId,
    time_ms: finding.firstMs,
    last_ms: finding.lastMs,
    count: finding.count,
    event_uids: [...new Set(finding.samples.flatMap(({ eventUids }) => eventUids))],
    host: first.host,
    user: first.user,
    ip: first.ip,
    sources: finding.sources,
    tactics: tacticRanks(finding.tactics).map(tacticId),
    techniques: finding.techniques,
    matched: first.matched,
    why,
  }
}

/** Computes how much each link adds to the score of the earlier ones. */
class Chain {
  readonly #firedBefore: FiredBefore
  readonly #seen = new Map<string, number>()
  readonly #tactics = new Set<number>()
  #links = 0

  constructor(firedBefore: FiredBefore) {
    this.#firedBefore = firedBefore
  }

  why(finding: Finding): string {
    const reasons = [
      this.#found(finding),
      threatText(finding),
      this.#adds(finding),
      this.#shares(finding),
      this.#isRare(finding),
    ]
    this.#links++
    return reasons.filter((reason) => reason !== '').join('; ')
  }

  #found({ severityId, count }: Finding): string {
    const times = count === 1 ? 'fired once' : `fired ${count} times`
    return `a rule of ${severityWord(severityId)} severity ${times}`
  }

  #adds({ tactics }: Finding): string {
    const added = tacticRanks(tactics).filter((rank) => !this.#tactics.has(rank))
    for (const rank of added) this.#tactics.add(rank)
    return added.length === 0 ? '' : `first evidence of ${added.map(tacticName).join(' and ')}`
  }

  #shares({ samples }: Finding): string {
    const shared = new Map<string, string>()
    const added: string[] = []
    for (const sample of samples) {
      for (const kind of KINDS) {
        const name = fold(kind, sample[kind])
        if (name === '') continue
        const key = `${kind} ${name}`
        const link = this.#seen.get(key)
        if (link === undefined) added.push(key)
        else shared.set(key, `${NOUNS[kind]} ${sample[kind]} with ${link}`)
      }
    }
    for (const key of added) this.#seen.set(key, this.#links + 1)
    return shared.size === 0 ? '' : `shares ${[...shared.values()].slice(0, SHARED_MAX).join(', ')}`
  }

  #isRare({ ruleId }: Finding): string {
    return this.#firedBefore(ruleId) === 0 ? 'the rule had not fired here in two weeks' : ''
  }
}
