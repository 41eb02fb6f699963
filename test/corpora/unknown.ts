/** Records of the corpora that match no source, with the reason. A record without a reason here needs a new source. */
import { isOcsf } from '../../connectors/families/ocsf/mapping.ts'
import type { CorpusRecord } from './records.ts'

type Kind = { readonly reason: string; readonly is: (record: CorpusRecord) => boolean }

/** Fields that the rule tests' collection adds, and no sender writes. */
const isOwn = (name: string) => name.startsWith('p_')
const fieldsOf = (record: CorpusRecord) => Object.keys(record).filter((name) => !isOwn(name))
const FEW = 4

const KINDS: readonly Kind[] = [
  { reason: 'OCSF already: stored as it was sent', is: isOcsf },
  {
    reason: 'a line of words without a form (shell histories, scripts, cut lines): kept whole as text',
    is: ({ log }) => typeof log === 'object' && log !== null,
  },
  {
    reason: 'rows of a scheduled query of the rules: counts and baselines, no events',
    is: (record) =>
      fieldsOf(record).some((name) => /^(?:baseline_|recent_|z_score_)|^anomaly_type$|^plist_file$/.test(name)),
  },
  {
    reason: 'inputs of rule tests that hold nothing but the enrichment of a field',
    is: (record) => fieldsOf(record).every((name) => name === 'operation') && record.p_enrichment !== undefined,
  },
  {
    reason: 'inputs of rule tests cut down to the field that the rule asks for: nothing in them names the vendor',
    is: (record) => fieldsOf(record).length <= FEW,
  },
  {
    reason: 'Okta events without the fields that tell them from others (published, uuid, actor)',
    is: (record) =>
      record.eventType !== undefined && record.legacyEventType !== undefined && record.actor === undefined,
  },
  {
    reason: 'a row of a Log Analytics table whose name (Type) was left out',
    is: (record) => 'TimeGenerated' in record && !('Type' in record),
  },
]

export const UNEXPLAINED = 'unexplained'

export function whyUnknown(record: CorpusRecord): string {
  return KINDS.find(({ is }) => is(record))?.reason ?? UNEXPLAINED
}
