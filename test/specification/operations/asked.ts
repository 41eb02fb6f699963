/**
 * An operation that the specification names, with its request and the expected answer. The lists beside this were read from the
 * specification by hand; `main.ts` asks for each, in their order: later ones use resources that earlier ones made.
 */
export type Made = Readonly<Record<string, string>>

export type Asked = {
  readonly section: string
  /**
   * Method and path below /api/v1, or from the root where it begins with `//`. Names in braces are of created
   * resources.
   */
  readonly line: string
  readonly body?: unknown
  /** Statuses of an answer as specified. */
  readonly status: readonly number[]
  /**
   * Members that the answer has, the innermost of a path in every element of a list, each with its type where the
   * specification names one: `ack_minutes int`.
   */
  readonly members?: readonly string[]
  /** Keeps the id of the answer under this name. */
  readonly makes?: string
  readonly without?: 'credential'
}

export const NOBODY = '00000000-0000-4000-8000-000000000000'

export const event = {
  ...{ class_uid: 3002, severity: 'critical', title: 'walked', time: '2026-03-01T01:00:00Z' },
  ...{ device: { hostname: 'h1' }, actor: { user: { name: 'ann' } }, password: 'hunter2' },
}

export const list = (section: string, status: number, ...lines: readonly string[]): Asked[] =>
  lines.map((line) => ({ section, line, status: [status] }))

/** An operation with a body that it takes. */
export const made = (section: string, line: string, body: object, status: number, makes?: string): Asked => {
  return { section, line, body, status: [status], ...(makes === undefined ? {} : { makes }) }
}
