/** Cases as the text of a CSV file. */
import type { Schemas } from '../api/client.ts'
import { csvCell } from '../parts/csv.ts'

type Case = Schemas['Case']

const COLUMNS: readonly (readonly [head: string, of: (one: Case) => unknown])[] = [
  ['case', ({ case_number: number }) => number],
  ['title', ({ title }) => title],
  ['severity', ({ severity }) => severity],
  ['status', ({ status }) => status],
  ['type', ({ case_type: type }) => type],
  ['tags', ({ tags }) => tags.join(' ')],
  ['techniques', ({ mitre_techniques: techniques }) => techniques.join(' ')],
  ['owner', ({ assignee_id: owner }) => owner],
  ['opened_at', ({ opened_at: at }) => at],
  ['acknowledged_at', ({ acknowledged_at: at }) => at],
  ['resolved_at', ({ resolved_at: at }) => at],
  ['closed_at', ({ closed_at: at }) => at],
  ['sla_acknowledge', ({ sla }) => sla.ack.state],
  ['sla_resolve', ({ sla }) => sla.resolve.state],
  ['sla_close', ({ sla }) => sla.close.state],
  ['merged_into', ({ merged_into_id: into }) => into],
  ['id', ({ id }) => id],
]

export function csvOfCases(cases: readonly Case[]): string {
  const lines = [COLUMNS.map(([head]) => head), ...cases.map((one) => COLUMNS.map(([, of]) => of(one)))]
  return `${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}
