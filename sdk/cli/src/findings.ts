/** Prints the findings of `svc doctor`, one on each line. */
import { stdout } from 'node:process'
import { coloured, wantsColours } from './colours.ts'

export type Finding = { readonly isGood: boolean; readonly text: string; readonly todo?: string }

/** Returns the exit status: 1 if there is a fault. */
export function printFindings(findings: readonly Finding[]): number {
  const mark = (isGood: boolean) => {
    const word = isGood ? 'ok  ' : 'BAD '
    return wantsColours(stdout) ? coloured(word, word.trim().toLowerCase()) : word
  }
  for (const { isGood, text, todo } of findings)
    stdout.write(`${mark(isGood)} ${text}${todo ? `\n     do: ${todo}` : ''}\n`)
  return findings.every(({ isGood }) => isGood) ? 0 : 1
}
