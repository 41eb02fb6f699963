import { type Flag, type Operation, operations } from './operations.ts'

export const GLOBAL_HELP = `  --json             the answer as JSON; a line for each item of a list
  --jq PATH          parts of what --json prints: .title of each item of a list, .[0].id of its first one
  --all              every page of a list, not only the first one; the whole of a search
  --out FILE         where a download goes; standard output without it
  --profile NAME     an installation of svc login; else SVC_API_URL and SVC_API_KEY, or the current one
  --api-url, --api-key   for this call
`

export function operationHelp(operation: Operation): string {
  const { words, summary, permission, body, query, headers, pages } = operation
  const usage = ['svc', ...words, ...operation.arguments.map((name) => `<${name}>`), '[flags]'].join(' ')
  const flags = [...query, ...headers, ...(body?.fields ?? [])]
  const more =
    body && body.as !== 'file'
      ? ['  --body JSON        the whole body: JSON, @FILE or - for standard input; flags go on top\n']
      : []
  if (body?.as === 'file') more.push('  --file FILE        the file to send\n')
  return [
    `${usage}\n\n${summary}\n`,
    permission === null ? '' : `Needs the permission ${permission}.\n`,
    flags.length + more.length > 0 ? `\nFlags:\n${flags.map(flagLine).join('')}${more.join('')}` : '',
    `\n${GLOBAL_HELP}`,
    `\nExample:\n  ${exampleOf(operation)}\n`,
    pages === null ? '' : `  ${exampleOf(operation)} --all --jq .id\n`,
  ].join('')
}

function flagLine({ flag, kind, required, values, about }: Flag): string {
  const value =
    kind === 'boolean' ? '' : values ? ` ${values.join('|')}` : ` ${kind === 'strings' ? 'a,b' : kind.toUpperCase()}`
  const text = [about, required ? 'needed' : ''].filter(Boolean).join('; ')
  const name = `  --${flag}${value}`
  return text === ''
    ? `${name}\n`
    : name.length < 20
      ? `${name.padEnd(21)}${text}\n`
      : `${name}\n${' '.repeat(21)}${text}\n`
}

function exampleOf({ words, arguments: names, body, query }: Operation): string {
  const needed = [...query, ...(body?.fields ?? [])].filter(({ required }) => required)
  const flags = needed.map(
    ({ flag, kind, values }) =>
      `--${flag}${kind === 'boolean' ? '' : ` ${values?.[0] ?? (kind === 'integer' ? '1' : '...')}`}`,
  )
  const known = query.find(({ name }) => name === 'severity') ? ['--severity high'] : []
  return ['svc', ...words, ...names.map((name) => name.toUpperCase()), ...flags, ...known].join(' ')
}

/** Lists the commands that begin with these words. */
export function listHelp(words: readonly string[]): string {
  const under = operations().filter((one) => words.every((word, at) => one.words[at] === word))
  const width = Math.min(44, Math.max(...under.map((one) => one.words.join(' ').length)))
  const lines = under.map((one) => `  ${one.words.join(' ').padEnd(width)}  ${one.summary}\n`)
  const group = ['svc', ...words].join(' ')
  return `${group} ...\n\n${lines.join('')}\n${group} COMMAND --help for details.\n`
}

export function isGroup(words: readonly string[]): boolean {
  return operations().some((one) => words.every((word, at) => one.words[at] === word))
}
