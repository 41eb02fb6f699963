import type { KqlFault } from '../../detections/kql/fault.ts'
import { KQL_TABLES } from '../../detections/kql/tables.ts'

/** Frequently used tables, suggested for a name that resembles none. */
const COMMON_TABLES = ['SecurityEvent', 'DeviceProcessEvents', 'SigninLogs', 'Syslog', 'CommonSecurityLog']
const ALIKE_MAX = 5

/** Includes line and column where they are known. */
export function faultText({ line, column, reason }: KqlFault): string {
  const place = line === 0 ? '' : `line ${line}, column ${column}: `
  return `${place}${reason.replaceAll(/\s+/g, ' ')}${advice(reason)}`
}

function advice(reason: string): string {
  // In KQL `=` assigns a value to a name; users of other languages write it for a comparison.
  if (reason === '= is not supported in an expression') return '; == compares'
  return reason.startsWith('there is no table ') ? otherTables(reason) : ''
}

/** Suggests Microsoft's table names, which are case-sensitive. */
function otherTables(reason: string): string {
  const [, name = ''] = /^there is no table (\w+)$/.exec(reason) ?? []
  const wanted = name.toLowerCase()
  const known = Object.keys(KQL_TABLES).find((one) => one.toLowerCase() === wanted)
  if (known !== undefined) return `; ${known} is one`
  const alike = Object.keys(KQL_TABLES).filter((one) => wanted.length > 2 && one.toLowerCase().includes(wanted))
  const shown = alike.length > 0 ? alike : COMMON_TABLES
  return `; there is ${shown.slice(0, ALIKE_MAX).join(', ')}`
}
