/** The automata of a field in the memory of a kernel, laid out as `event-kernel.as` reads them. */
import type { TextTable } from './field-tables.ts'
import type { KernelMemory } from './kernel-memory.ts'
import type { StateTable } from './state-table.ts'

/** Addresses of the automata of one field, 0 for none: from the front, from the back, anywhere; and of the last one's filter. */
export function putTextTable(memory: KernelMemory, { forward, backward, anywhere, filter }: TextTable): number {
  const none = new Int32Array(0)
  return memory.put(
    Int32Array.of(
      forward ? putAutomaton(memory, forward.table, forward.begins, forward.wholes, -1) : 0,
      backward ? putAutomaton(memory, backward.table, backward.begins, backward.wholes, -1) : 0,
      anywhere ? putAutomaton(memory, anywhere.table, anywhere.predicates, none, anywhere.always) : 0,
      filter ? memory.put(filter.tables) : 0,
    ),
  )
}

function putAutomaton(
  memory: KernelMemory,
  table: StateTable,
  begins: Int32Array,
  wholes: Int32Array,
  always: number,
): number {
  const fields = [
    memory.put(table.classOf),
    memory.put(table.rows),
    table.rowWidth,
    table.sparseFrom,
    memory.put(table.edgeStart),
    memory.put(table.edgeClass),
    memory.put(table.edgeTarget),
    memory.put(table.fail),
    memory.put(table.sparseKey),
    memory.put(table.nextKey),
    memory.put(begins),
    memory.put(wholes),
    memory.allocMarks(begins.length),
    always,
  ]
  return memory.put(Int32Array.from(fields))
}
