/** ATT&CK tactics by the tags of rules, in the order of an attack. */
export const TACTICS = [
  ['reconnaissance', 'Reconnaissance'],
  ['resource-development', 'Resource Development'],
  ['initial-access', 'Initial Access'],
  ['execution', 'Execution'],
  ['persistence', 'Persistence'],
  ['privilege-escalation', 'Privilege Escalation'],
  ['defense-evasion', 'Defense Evasion'],
  ['credential-access', 'Credential Access'],
  ['discovery', 'Discovery'],
  ['lateral-movement', 'Lateral Movement'],
  ['collection', 'Collection'],
  ['command-and-control', 'Command and Control'],
  ['exfiltration', 'Exfiltration'],
  ['impact', 'Impact'],
].map(([slug, name]) => ({ tag: `attack.${slug}`, name: name ?? '' }))

/** Older rules write the tags with underscores. */
export function tacticsOf(tags: readonly string[]): readonly string[] {
  const written = tags.map((tag) => tag.toLowerCase().replaceAll('_', '-'))
  return TACTICS.filter(({ tag }) => written.includes(tag)).map(({ name }) => name)
}

export function techniquesOf(tags: readonly string[]): readonly string[] {
  return tags.flatMap((tag) => /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag)?.[1]?.toUpperCase() ?? [])
}
