/** The head of a YARA rule's signals: YARA itself has neither severity nor technique, so authors write them as meta. */
import type { YaraMatch } from '../yara/rule.ts'
import type { RuleHead } from './detector.ts'
import { SEVERITY_IDS } from './rule-head.ts'

const MEDIUM = 3
const TECHNIQUE = /\bT\d{4}(?:[._]\d{3})?(?!\d)/gi
const ABOUT_ATTACK = /mitre|attack|att_ck|technique/i
const TECHNIQUES_MAX = 32

/** The id that `control/` gives to the rules of a file. */
export function yaraRuleId({ file, rule }: Pick<YaraMatch, 'file' | 'rule'>): string {
  return `${file}#${rule}`
}

/** Title from `title`, its name without; severity from `severity` or `level`, medium without; techniques from tags and from metas about ATT&CK. */
export function yaraHead(match: YaraMatch): RuleHead {
  const { rule, tags, meta } = match
  const about = Object.entries(meta).flatMap(([name, value]) => (ABOUT_ATTACK.test(name) ? [String(value)] : []))
  const named = [...tags, ...about].flatMap((text) => text.match(TECHNIQUE) ?? [])
  const techniques = new Set(named.map((name) => name.toUpperCase().replace('_', '.')))
  return {
    id: yaraRuleId(match),
    title: typeof meta.title === 'string' && meta.title !== '' ? meta.title : rule,
    language: 'yara',
    severityId: severityOf(meta.severity) ?? severityOf(meta.level) ?? MEDIUM,
    techniques: [...techniques].slice(0, TECHNIQUES_MAX),
    tactics: [],
  }
}

function severityOf(value: string | number | boolean | undefined): number | undefined {
  const named = new Map<string, number>(Object.entries(SEVERITY_IDS))
  return typeof value === 'string' ? named.get(value.toLowerCase()) : undefined
}
