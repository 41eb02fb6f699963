/** Tactics that the tags of a rule may name: those of ATT&CK for Enterprise 18, attack.mitre.org. */
const TACTICS: ReadonlySet<string> = new Set([
  'reconnaissance',
  'resource-development',
  'initial-access',
  'execution',
  'persistence',
  'privilege-escalation',
  'defense-evasion',
  'credential-access',
  'discovery',
  'lateral-movement',
  'collection',
  'command-and-control',
  'exfiltration',
  'impact',
])

export const isTactic = (tag: string): boolean => tag.startsWith('attack.') && TACTICS.has(tag.slice('attack.'.length))

/** `attack.t1059`, or `attack.t1059.001` for a sub-technique. */
export const isTechnique = (tag: string): boolean => /^attack\.t\d{4}(\.\d{3})?$/.test(tag)
