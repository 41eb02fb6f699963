/**
 * Extracts the programs that a shell command starts, from its text alone. The record of a runner needs them for hosts
 * whose own logs do not arrive. Programs behind variables, loops and substitutions are not found.
 */

export type StartedProgram = { readonly program: string; readonly commandLine: string }

/** Parts between `;`, `|`, `&` and ends of lines, outside of quotes, each with its first word. */
export function startedPrograms(command: string, max: number): StartedProgram[] {
  const found: StartedProgram[] = []
  for (const part of partsOf(command)) {
    const line = part.trim().replace(/^(?:[A-Za-z_][A-Za-z0-9_]*=\S*\s+)+/, '')
    const [program = ''] = line.split(/\s+/)
    if (!/^[A-Za-z0-9_./:\\-]+$/.test(program) || found.length >= max) continue
    found.push({ program, commandLine: line })
  }
  return found
}

function partsOf(command: string): string[] {
  const parts: string[] = []
  let part = ''
  let quote = ''
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at)
    if (char === '\\' && quote !== "'") {
      part += char + command.charAt(++at)
      continue
    }
    if (quote === '' && /[;|&\n]/.test(char)) {
      parts.push(part)
      part = ''
      continue
    }
    if (char === quote) quote = ''
    else if (quote === '' && /["'`]/.test(char)) quote = char
    part += char
  }
  return [...parts, part].filter((one) => one.trim() !== '' && !one.trim().startsWith('#'))
}
