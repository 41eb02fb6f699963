/** The order of `svc --help`: commands by the work that they are for. */
import type { Command } from 'commander'
import { OWN_COMMANDS } from '../../sdk/cli/src/own-command-texts.ts'

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Run:': ['demo', 'up', 'start', 'migrate', 'doctor', 'drain', 'backup', 'restore'],
  'Bring events in:': ['tokens', 'send', 'sources', 'normalize', 'connectors', 'dead-letters', 'drift', 'ledger'],
  'Search and archive:': ['search', 'tail', 'kql', 'sql', 'hunts', 'export', 'lake', 'archive', 'query'],
  'Detect:': ['rules', 'intel', 'fusion', 'marketplace', 'purple'],
  'Respond:': ['alerts', 'cases', 'playbooks', 'autonomy'],
  'Customers and bills:': ['tenants', 'organisations', 'admin', 'usage', 'entitlements', 'ocsf'],
  'Proof:': ['audit', 'exports'],
  'Secrets and stores:': ['vault', 'push', 'log', 'topics', 'cluster-ddl', 'verify-cluster'],
  'Other programs:': ['mcp', 'openapi', 'asyncapi'],
}

const OVER_THE_API = 'Any installation, over its API:'
const BOTH_FORMS = `
When a command exists in both forms, --tenant reads the stores of this machine, and without it the command calls the
API. svc help COMMAND explains a command, svc --version prints the version.`

/** Throws for a command that is in no group, so that none is left out of the order. */
export function putInGroups(program: Command): void {
  const order = Object.values(GROUPS).flat()
  const names = program.commands.map((command) => command.name())
  const left = [...names.filter((name) => !order.includes(name)), ...order.filter((name) => !names.includes(name))]
  if (left.length > 0) throw new Error(`not in svc --help, or there alone: ${left.join(', ')}`)
  for (const command of program.commands) command.helpGroup(headingOf(command.name()))
  const inOrder = program.commands.toSorted((a, b) => order.indexOf(a.name()) - order.indexOf(b.name()))
  // commander lists groups in the order of this array.
  Object.assign(program.commands, inOrder)
  program.helpCommand(false).addHelpText('after', () => `\n${overTheApi(program)}\n${BOTH_FORMS}`)
}

/** Commands of the API's client, in the form of commander's own groups. */
function overTheApi(program: Command): string {
  const help = program.createHelp()
  help.prepareContext({ helpWidth: process.stdout.columns })
  const width = help.padWidth(program, help)
  const names = program.commands.map((command) => command.name())
  const lines = Object.entries(OWN_COMMANDS)
    .filter(([name]) => !names.includes(name))
    .map(([name, { summary }]) => help.formatItem(name, width, summary, help))
  return [OVER_THE_API, ...lines].join('\n')
}

function headingOf(name: string): string {
  return Object.entries(GROUPS).find(([, names]) => names.includes(name))?.[0] ?? ''
}

/** `svc help X Y` is `svc X Y --help`, for commands of this machine and of the API alike. */
export function helpAsFlag(args: readonly string[]): string[] {
  const [first, ...rest] = args
  return first === 'help' ? [...rest, '--help'] : [...args]
}
