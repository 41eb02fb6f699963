/** Shell completions: the shell passes the typed words, and gets one line for each possible next word. */
import { GLOBAL_FLAGS } from './arguments.ts'
import { operationOf, operations } from './operations.ts'
import { OWN_COMMANDS } from './own-command-texts.ts'
import { readProfiles } from './profiles.ts'

/** Flags and words of the commands that are no operations. */
const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  login: ['--email'],
  profiles: ['use'],
  apply: ['--plan', '--prune', '--yes', '--exit-code'],
  completion: ['bash', 'zsh', 'fish'],
}

const GLOBAL = GLOBAL_FLAGS.map((flag) => `--${flag}`)

/** The last word is incomplete: the user is typing it. */
export function completions(words: readonly string[]): string[] {
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const operation = operationOf(before)
  if (operation) {
    const flags = [...operation.query, ...operation.headers, ...(operation.body?.fields ?? [])]
    const last = flags.find(({ flag }) => `--${flag}` === before.at(-1))
    if (last?.values) return last.values.filter((value) => value.startsWith(typed))
    const ofBody = operation.body === null ? [] : [operation.body.as === 'file' ? '--file' : '--body']
    if (typed.startsWith('-'))
      return [...new Set([...flags.map(({ flag }) => `--${flag}`), ...ofBody, ...GLOBAL])].filter((flag) =>
        flag.startsWith(typed),
      )
  }
  const [first = '', second] = before
  if (first === 'profiles' && second === 'use') return profileNames().filter((name) => name.startsWith(typed))
  if (before.at(-1) === '--profile') return profileNames().filter((name) => name.startsWith(typed))
  if (first === 'man' || first === 'api' || first === 'help') return completions(words.slice(1))
  if (Object.hasOwn(OWN_COMMANDS, first))
    return [...(OWN_WORDS[first] ?? []), ...(typed.startsWith('-') ? GLOBAL : [])].filter((word) =>
      word.startsWith(typed),
    )
  const next = operations()
    .filter((one) => one.words.length > before.length && before.every((word, at) => one.words[at] === word))
    .map((one) => one.words[before.length] ?? '')
  return [...new Set([...(before.length === 0 ? Object.keys(OWN_COMMANDS) : []), ...next])]
    .filter((word) => word.startsWith(typed))
    .sort()
}

function profileNames(): string[] {
  try {
    return Object.keys(readProfiles().profiles)
  } catch {
    return [] // a command reports what is wrong with the file
  }
}

/** The scripts complete `svc` and `svc-cli`; each calls the command that the user typed. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_svc() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _svc svc svc-cli
`,
  zsh: `#compdef svc svc-cli
_svc() {
  local -a found
  found=("\${(@f)$("$words[1]" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _svc svc svc-cli
`,
  fish: `function __svc_complete
  set -l words (commandline -opc)
  $words[1] __complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c svc -f -a '(__svc_complete)'
complete -c svc-cli -f -a '(__svc_complete)'
`,
}

export function completionScript(shell: string): string | undefined {
  return SCRIPTS[shell]
}
