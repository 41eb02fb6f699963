/** Maps an event's log source to its group. Events with the same applicable rules share a group. */
import type { EventLogSource } from '../../schemas/event-view.ts'
import type { LogSource } from '../plan/plan.ts'
import type { FieldIndex } from './field-index.ts'
import { Group } from './group.ts'
import { MATCH_LIMITS } from './limits.ts'
import type { Predicates } from './predicates.ts'
import type { Program } from './programs.ts'
import { coversLogSource } from './scan.ts'

/** The programs of one log source. */
type Part = { readonly logSource: LogSource; readonly programs: number[] }

export class Groups {
  private readonly parts: readonly Part[]
  /** Keyed by the parts of which they consist. */
  private readonly groups = new Map<string, Group>()
  private readonly byText = new Map<string, Group>()
  /** Sources of events pass the same few log source objects again and again. */
  private byObject = new WeakMap<EventLogSource, Group>()
  private uses = 0
  private readonly mentions = new Map<number, readonly number[]>()
  private readonly programs: readonly Program[]
  private readonly predicates: Predicates
  private readonly index: FieldIndex
  private readonly graph: Int32Array

  constructor(programs: readonly Program[], predicates: Predicates, index: FieldIndex, graph: Int32Array) {
    this.programs = programs
    this.predicates = predicates
    this.index = index
    this.graph = graph
    const parts = new Map<string, Part>()
    for (const [id, { logSource }] of programs.entries()) {
      const key = JSON.stringify([logSource.product, logSource.category, logSource.service])
      const part = parts.get(key) ?? { logSource, programs: [] }
      part.programs.push(id)
      parts.set(key, part)
    }
    this.parts = [...parts.values()]
  }

  of(source: EventLogSource): Group {
    const group = this.byObject.get(source) ?? this.find(source)
    group.lastUsed = ++this.uses
    return group
  }

  private find(source: EventLogSource): Group {
    const text = JSON.stringify([source.product, source.service, source.categories])
    const group = this.byText.get(text) ?? this.build(source)
    if (this.byText.size >= MATCH_LIMITS.logSourcesMax) this.byText.clear()
    this.byText.set(text, group)
    this.byObject.set(source, group)
    return group
  }

  private build(source: EventLogSource): Group {
    const parts = [...this.parts.entries()].filter(([, part]) => coversLogSource(part.logSource, source))
    const key = parts.map(([number]) => number).join()
    const known = this.groups.get(key)
    if (known) return known
    if (this.groups.size >= MATCH_LIMITS.groupsMax) this.dropOldest()
    const ids = parts.flatMap(([, part]) => part.programs).sort((a, b) => a - b)
    const members = ids.map((id) => ({ id, needs: this.programs[id]?.needs ?? null, mentions: this.mentionedBy(id) }))
    const group = new Group(members, this.index)
    this.groups.set(key, group)
    return group
  }

  /** Clears the cached log sources too, because they would keep the group alive. */
  private dropOldest(): void {
    let oldest: [string, Group] | null = null
    for (const entry of this.groups) if (!oldest || entry[1].lastUsed < oldest[1].lastUsed) oldest = entry
    if (oldest) this.groups.delete(oldest[0])
    this.byText.clear()
    this.byObject = new WeakMap()
  }

  /** Predicates that a program may evaluate, gates included. */
  private mentionedBy(program: number): readonly number[] {
    let known = this.mentions.get(program)
    if (!known) {
      const found = new Set<number>()
      this.walk(this.programs[program]?.entry ?? -1, found, new Set())
      this.mentions.set(program, (known = [...found]))
    }
    return known
  }

  private walk(entry: number, found: Set<number>, seen: Set<number>): void {
    const open = [entry]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node < 0 || seen.has(node)) continue
      seen.add(node)
      const predicate = this.graph[node] as number
      found.add(predicate)
      const known = this.predicates.all[predicate]
      if (known?.kind === 'judged' && known.judged.of === 'leaf')
        for (const gate of known.judged.gate ?? []) found.add(gate)
      open.push(this.graph[node + 1] as number, this.graph[node + 2] as number)
    }
  }
}
