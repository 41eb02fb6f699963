/** Tactics of ATT&CK (enterprise, version 18) in the order of an attack, by the short names that rules use. */
const TACTICS = [
  ['reconnaissance', 'TA0043'],
  ['resource-development', 'TA0042'],
  ['initial-access', 'TA0001'],
  ['execution', 'TA0002'],
  ['persistence', 'TA0003'],
  ['privilege-escalation', 'TA0004'],
  ['defense-evasion', 'TA0005'],
  ['credential-access', 'TA0006'],
  ['discovery', 'TA0007'],
  ['lateral-movement', 'TA0008'],
  ['collection', 'TA0009'],
  ['command-and-control', 'TA0011'],
  ['exfiltration', 'TA0010'],
  ['impact', 'TA0040'],
] as const

/** The tactics into which version 19 splits defense evasion. */
const NEWER = { stealth: 'defense-evasion', 'defense-impairment': 'defense-evasion' } as const

const RANKS = new Map<string, number>(TACTICS.map(([name], rank) => [name, rank]))
for (const [newer, older] of Object.entries(NEWER)) RANKS.set(newer, RANKS.get(older) as number)
for (const [name, id] of TACTICS) RANKS.set(id.toLowerCase(), RANKS.get(name) as number)

/** Different tactics in the order of an attack, from short names, ids or ATT&CK names. Unknown names are left out. */
export function tacticRanks(names: readonly string[]): number[] {
  if (names.length === 0) return []
  const ranks = names.flatMap((name) => RANKS.get(name) ?? RANKS.get(name.toLowerCase().replace(/[\s_]+/g, '-')) ?? [])
  return [...new Set(ranks)].sort((a, b) => a - b)
}

export function tacticName(rank: number): string {
  return (TACTICS[rank] as (typeof TACTICS)[number])[0]
}

export function tacticId(rank: number): string {
  return (TACTICS[rank] as (typeof TACTICS)[number])[1]
}
