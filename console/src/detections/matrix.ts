/** The ATT&CK matrix for drawing: sub-techniques in their technique, and the number of rules for each. */
import type { Schemas } from '../api/client.ts'

type Tactic = Schemas['AttackMatrix']['tactics'][number]
export type Tested = Pick<Schemas['PurpleTeamCoverage']['techniques'][number], 'technique_id' | 'status'>

export type Cell = {
  readonly id: string
  readonly name: string
  /** Number of rules that name the technique, without its sub-techniques. */
  readonly rules: number
  readonly own: number
  readonly hits: number
  /** From 0, no rule for it or a sub-technique, to 4, ten or more rules. */
  readonly depth: number
  readonly test: 'detected' | 'partly' | 'missed' | null
  readonly subs: readonly Cell[]
}

export type MatrixColumn = {
  readonly tactic: string
  readonly cells: readonly Cell[]
  /** Number of techniques that have a rule, also through a sub-technique. */
  readonly covered: number
  readonly total: number
}

const DEEP = [1, 2, 5, 10] as const

export function columnsOf(tactics: readonly Tactic[], tested: readonly Tested[]): readonly MatrixColumn[] {
  const testOf = new Map(tested.map(({ technique_id: id, status }) => [id, status]))
  return tactics.map(({ tactic, techniques }) => {
    const one = (technique: Tactic['techniques'][number], subs: readonly Cell[]): Cell => {
      const rules = technique.builtin_rules + technique.own_rules
      const status = testOf.get(technique.technique)
      const all = rules + subs.reduce((sum, sub) => sum + sub.rules, 0)
      return {
        id: technique.technique,
        name: shortName(technique.name, technique.technique),
        ...{ rules, own: technique.own_rules, hits: technique.hits ?? 0, subs },
        depth: DEEP.filter((least) => all >= least).length,
        test: status === undefined || status === 'untested' ? null : status,
      }
    }
    const subsOf = (id: string) =>
      techniques.filter(({ technique }) => technique.startsWith(`${id}.`)).map((sub) => one(sub, []))
    const parents = techniques.filter(({ technique }) => !technique.includes('.'))
    const known = new Set(parents.map(({ technique }) => technique))
    // A sub-technique whose technique is not in this tactic, or in this version, is shown by itself.
    const alone = techniques.filter(({ technique }) => technique.includes('.') && !known.has(technique.slice(0, 5)))
    const cells = [
      ...parents.map((parent) => one(parent, subsOf(parent.technique))),
      ...alone.map((sub) => one(sub, [])),
    ]
    return { tactic, cells, covered: cells.filter(({ depth }) => depth > 0).length, total: cells.length }
  })
}

/** Shortens `OS Credential Dumping: LSASS Memory` to its second half, because it is shown under its technique. */
function shortName(name: string | null, id: string): string {
  if (name === null) return 'not in this version of ATT&CK'
  return id.includes('.') ? name.slice(name.indexOf(': ') + 2) : name
}
