import type { KqlFault } from '../../detections/kql/fault.ts'
import { KQL_TABLES } from '../../detections/kql/tables.ts'

/** With line and column where they are known. */
export function faultText({ line, column, reason }: KqlFault): string {
  const place = line === 0 ? '' : `line ${line}, column ${column}: `
  return `${place}${reason.replaceAll(/\s+/g, ' ')}${otherCase(reason)}`
}

/** Names of tables are those of Microsoft's, letter by letter. */
function otherCase(reason: string): string {
  const [, name] = /^there is no table (\w+)$/.exec(reason) ?? []
  const known = Object.keys(KQL_TABLES).find((one) => one.toLowerCase() === name?.toLowerCase())
  return known === undefined ? '' : `; ${known} is one`
}
