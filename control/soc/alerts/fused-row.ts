/** A draft of fusion as a row of `alerts`: in the bounds of the table, and without what Postgres does not hold. */
import { oneLine } from '../../../platform/one-line.ts'
import type { AlertDocument, AlertDraft } from '../../../schemas/alert-draft.ts'
import { EXERCISE_SOURCE } from '../../../schemas/exercise.ts'
import { FINDING_LANGUAGE, FINDING_UID } from '../../../schemas/signal.ts'
import { distinct, NAME_MAX, NAMES_MAX, searchText, TITLE_MAX } from './alert-text.ts'
import { isSecretKey, REDACTED } from './redact.ts'
import { PRIORITIES, severityOfRank, severityRank } from './words.ts'

const RULE_MAX = 200
const VENDOR_MAX = 1024
const CATEGORY = 'Findings'
/** Source of a fused alert in GraphQL. */
const MADE_BY = 'fusion'

/** The part of the column `fusion`. */
export type Fusion = Pick<AlertDocument, 'score' | 'evidence' | 'evidence_omitted'> & {
  /** Values that fusion wrote; a different value in the alert shows that somebody changed it. */
  readonly severity: number
  readonly priority: number
}

export function fusedRow({ alert_id: id, version }: AlertDraft, document: AlertDocument) {
  const severity = severityOfRank(document.severity_id)
  const hosts = names(document.hosts, HOSTS_MAX)
  const users = names(document.users)
  const ips = names(document.ips)
  const ruleId = oneLine(document.rule_id, RULE_MAX) || null
  const isExercise = document.sources.length > 0 && document.sources.every((source) => source === EXERCISE_SOURCE)
  const title = titleOf(document.title, isExercise) || (ruleId ?? 'Alert')
  const named = { title, ruleId, affectedHosts: hosts, affectedUsers: users, affectedIps: ips }
  const fusion: Fusion = {
    severity: severityRank(severity),
    priority: PRIORITIES[severity],
    score: document.score,
    evidence: document.evidence.map((link) => ({ ...link, matched: link.matched.map(withoutSecret) })),
    evidence_omitted: document.evidence_omitted,
  }
  return storable({
    ...{ id, title, severity: fusion.severity, priority: fusion.priority, category: CATEGORY, rule_id: ruleId },
    connector_id: document.sources.length === 1 ? oneLine(document.sources[0] ?? '', RULE_MAX) || null : null,
    connector_type: MADE_BY,
    mitre_tactics: document.tactics,
    mitre_techniques: names(document.techniques),
    ...{ affected_ips: ips, affected_hosts: hosts, affected_users: users },
    confidence: Math.round(100 * document.score.probability),
    confidence_rationale: rationaleOf(document),
    event_time: new Date(document.first_ms),
    first_seen: new Date(document.first_ms),
    last_seen: new Date(document.last_ms),
    metadata: {
      ...{ is_storm: document.is_storm, sources: document.sources, is_exercise: isExercise },
      ...vendorsOwn(document),
      ...(typeof document.is_closed_by_vendor === 'boolean' ? { closed_by_vendor: document.is_closed_by_vendor } : {}),
    },
    search_text: searchText(named),
    risk_score: document.score.risk,
    signal_count: document.signal_count,
    event_count: document.event_count,
    rule_count: document.rule_count,
    fusion_version: version,
    fusion,
  })
}

/** The vendor's id, state and page of the gravest finding of a product. */
function vendorsOwn({ evidence }: AlertDocument) {
  const findings = evidence.filter(({ language }) => language === FINDING_LANGUAGE)
  const [gravest] = [...findings].sort((a, b) => b.severity_id - a.severity_id)
  if (gravest === undefined) return {}
  const of = (name: string) => oneLine(gravest.matched.find(({ field }) => field === name)?.value ?? '', VENDOR_MAX)
  const [id, url, status] = [of(FINDING_UID), of('finding_info.src_url'), of('status')]
  return {
    ...(id === '' ? {} : { external_id: id }),
    ...(status === '' ? {} : { vendor_status: status }),
    ...(/^https?:\/\//i.test(url) ? { external_url: url } : {}),
  }
}

/** The title of an exercise tells every reader at once that nothing was attacked. */
function titleOf(title: string, isExercise: boolean): string {
  return oneLine(isExercise ? `[Exercise] ${title}` : title, TITLE_MAX)
}

/** The features of greatest weight come first; features without weight are left out. */
function rationaleOf({ score }: AlertDocument): string[] {
  const weighing = score.features.filter(({ contribution }) => contribution !== 0)
  weighing.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
  return weighing.map(({ contribution, why }) => `${contribution > 0 ? '+' : '-'} ${why}`)
}

/** A team goes to each host of a campaign. */
const HOSTS_MAX = 500

function names(texts: readonly string[], max: number = NAMES_MAX): string[] {
  return distinct(
    texts.map((name) => oneLine(name, NAME_MAX)),
    max,
  ).values
}

function withoutSecret<F extends { readonly field: string; readonly value: string }>(matched: F): F {
  return isSecretKey(matched.field) ? { ...matched, value: REDACTED } : matched
}

/** Without U+0000 and halves of pairs, which no text of Postgres holds. */
function storable<T>(row: T): T {
  return JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'string' ? wellFormed(value) : value))) as T
}

function wellFormed(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\ufffd')
}
