import type { Fault } from '../../detections/sigma/fault.ts'
import type { Unresolved } from '../../detections/sigma/parse.ts'

/** `file:line: reason`, as compilers write it; a fault of the file as a whole has no line. */
export function faultLine(fault: Fault): string {
  return `${placeOf(fault)}: ${fault.reason.replaceAll(/\s+/g, ' ')}`
}

/** The warning for a rule whose placeholders have no value. */
export function unresolvedLine({ file, line, names }: Unresolved): string {
  return `${placeOf({ file, line })}: no value for ${names.map((name) => `%${name}%`).join(', ')}`
}

export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return line === 0 ? file : `${file}:${line}`
}
