/** Findings of `svc doctor`, a line each. */
import { stdout } from 'node:process'

export type Finding = { readonly isGood: boolean; readonly text: string; readonly todo?: string }

/** Gives the status: 1 when something is wrong. */
export function printFindings(findings: readonly Finding[]): number {
  for (const { isGood, text, todo } of findings)
    stdout.write(`${isGood ? 'ok  ' : 'BAD '} ${text}${todo ? `\n     do: ${todo}` : ''}\n`)
  return findings.every(({ isGood }) => isGood) ? 0 : 1
}
