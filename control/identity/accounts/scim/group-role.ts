import { GRANTABLE_ROLES, type GrantableRole } from '../static-roles.ts'

/** Longer words first: an alternative of an expression takes the first that fits. */
const WORDS = [
  ...['administrator', 'commander', 'incident', 'analyst', 'auditor', 'hunting', 'manager', 'hunter', 'tenant'],
  ...['threat', 'triage', 'viewer', 'admin', 'lead', 'only', 'read', 'soc'],
]
/** The `s` of a plural, unless `soc` begins with it. */
const PLURAL = '(?:s(?!oc))?'
const KNOWN = new RegExp(`(${WORDS.join('|')})${PLURAL}`, 'g')
const ONLY_KNOWN = new RegExp(`^(?:(?:${WORDS.join('|')})${PLURAL})+$`)

type Rule = { readonly role: GrantableRole; readonly holds: (words: readonly string[]) => boolean }

const all =
  (...wanted: string[]) =>
  (words: readonly string[]) =>
    wanted.every((word) => words.includes(word))
const phrase = (first: string, second: string) => (words: readonly string[]) =>
  words.some((word, n) => word === first && words[n + 1] === second)
const any =
  (...rules: Rule['holds'][]): Rule['holds'] =>
  (words) =>
    rules.some((rule) => rule(words))

/** Highest first. */
const RULES: readonly Rule[] = [
  { role: 'tenant_admin', holds: all('tenant', 'admin') },
  { role: 'soc_lead', holds: any(all('soc', 'lead'), all('soc', 'manager'), phrase('incident', 'commander')) },
  { role: 'threat_hunter', holds: any(all('hunter'), phrase('threat', 'hunting')) },
  { role: 'soc_analyst', holds: any(all('triage'), all('analyst')) },
  { role: 'viewer', holds: any(all('viewer'), phrase('read', 'only'), all('auditor')) },
]

/**
 * The role that a group gives its members by its name; null for none. Case, punctuation and plurals are ignored, and
 * words may be joined (`ThreatHunters`). A keyword must be a whole word: "Social Media Leads" does not match `soc`.
 */
export function roleOfGroup(displayName: string): GrantableRole | null {
  const words = wordsOf(displayName)
  return RULES.find(({ holds }) => holds(words))?.role ?? null
}

function wordsOf(name: string): string[] {
  const parts = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
  return parts.flatMap((part) => {
    if (!ONLY_KNOWN.test(part)) return [part]
    return [...part.matchAll(KNOWN)].map(([, word = '']) => (word === 'administrator' ? 'admin' : word))
  })
}

/** Null when no role is given. */
export function highestRole(roles: readonly GrantableRole[]): GrantableRole | null {
  return GRANTABLE_ROLES.findLast((role) => roles.includes(role)) ?? null
}
