/**
 * An operation that the specification names, with its request and the expected response. The lists in this folder were
 * made from the specification by hand; `main.ts` calls them in order, because later operations use resources that
 * earlier ones created.
 */
export type Made = Readonly<Record<string, string>>

export type SpecifiedOperation = {
  readonly section: string
  /**
   * Method and path below /api/v1, or from the root if it begins with `//`. Names in braces are ids of created
   * resources.
   */
  readonly line: string
  readonly body?: unknown
  /** Status codes of the response, as specified. */
  readonly status: readonly number[]
  /**
   * Members that the response must have; for a path, the innermost member must be in every element of a list. Each has
   * its type if the specification names one: `ack_minutes int`.
   */
  readonly members?: readonly string[]
  /** Stores the id in the response under this name. */
  readonly makes?: string
  readonly without?: 'credential'
}

export const NOBODY = '00000000-0000-4000-8000-000000000000'

export const event = {
  ...{ class_uid: 3002, severity: 'critical', title: 'walked', time: '2026-03-01T01:00:00Z' },
  ...{ device: { hostname: 'h1' }, actor: { user: { name: 'ann' } }, password: 'hunter2' },
}

export const list = (section: string, status: number, ...lines: readonly string[]): SpecifiedOperation[] =>
  lines.map((line) => ({ section, line, status: [status] }))

/** An operation that receives a body. */
export const made = (
  section: string,
  line: string,
  body: object,
  status: number,
  makes?: string,
): SpecifiedOperation => {
  return { section, line, body, status: [status], ...(makes === undefined ? {} : { makes }) }
}
