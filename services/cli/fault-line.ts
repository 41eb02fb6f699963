import type { Fault } from '../../detections/sigma/fault.ts'

/** `file:line: reason`, as compilers write it; a fault of the file as a whole has no line. */
export function faultLine(fault: Fault): string {
  return `${placeOf(fault)}: ${fault.reason.replaceAll(/\s+/g, ' ')}`
}

export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return line === 0 ? file : `${file}:${line}`
}
