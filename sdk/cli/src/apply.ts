/** `svc apply DIR` and `svc pull DIR`: apply a tenant's configuration from files, and write it to files. */
import { stderr, stdin, stdout } from 'node:process'
import { createTwoFilesPatch } from 'diff'
import { stringify } from 'yaml'
import { type Client, isForbidden, type models } from '../../typescript/src/index.ts'
import { parseTyped, refuseOthers, type Typed } from './arguments.ts'
import { readSecrets } from './connector-files.ts'
import { readDocuments, writeDocuments } from './documents.ts'
import { operationOf } from './operations.ts'
import { promptFor } from './prompt.ts'
import { clientOf } from './run.ts'
import { printable } from './table.ts'
import { UsageError } from './usage-error.ts'

const SWITCHES = ['plan', 'prune', 'yes', 'exit-code']
const PAGE = 500
/** Long, because the server may compile thousands of rules. */
const OPTIONS = { timeoutMs: 600_000 }

/** Returns the exit status: 2 for `--exit-code` when there were changes. */
export async function apply(args: readonly string[]): Promise<number> {
  const typed = parseTyped(args, (flag) => SWITCHES.includes(flag))
  const dir = folderOf(typed, 'apply', SWITCHES)
  const { documents, references } = readDocuments(dir)
  const { values: connector_secrets, absent } = readSecrets(references)
  if (absent.length > 0) stderr.write(`secrets without a value are unchanged: ${absent.join(', ')}\n`)
  const client = clientOf(typed.globals)
  const prune = typed.flags.has('prune')
  const plan = await client.configuration.plan({ documents, prune, connector_secrets }, OPTIONS)
  stdout.write(typed.globals.json ? `${JSON.stringify(plan)}\n` : planText(plan))
  const status = typed.flags.has('exit-code') && plan.changes.length > 0 ? 2 : 0
  if (typed.flags.has('plan') || plan.changes.length === 0) return status
  if (!typed.flags.has('yes') && !(await isAgreed())) return 1
  await client.configuration.apply({ documents, prune, connector_secrets, digest: plan.digest }, OPTIONS)
  if (!typed.globals.json) stdout.write('applied\n')
  return status
}

export async function pull(args: readonly string[]): Promise<number> {
  const typed = parseTyped(args, () => false)
  const dir = folderOf(typed, 'pull')
  const client = clientOf(typed.globals)
  const documents: models.ConfigurationDocument[] = []
  for (const kind of kinds())
    try {
      for await (const document of client.configuration.list({ kind, limit: PAGE })) documents.push(document)
    } catch (error) {
      if (!isForbidden(error)) throw error
      stderr.write(`left out: ${kind}, which the credential may not read\n`)
    }
  stdout.write(`${writeDocuments(dir, documents)} files with ${documents.length} documents in ${dir}\n`)
  return 0
}

type Kind = NonNullable<Parameters<Client['configuration']['list']>[0]>['kind']

/** Read from the declaration of the operation, so that there is a single list of kinds. */
export function kinds(): readonly Kind[] {
  const declared = operationOf(['configuration', 'list'])?.query.find(({ name }) => name === 'kind')
  return (declared?.values ?? []) as readonly Kind[]
}

function folderOf(typed: Typed, command: string, switches: readonly string[] = []): string {
  refuseOthers(`svc ${command}`, typed, 1, [], switches)
  const [dir] = typed.positional
  if (dir === undefined) throw new UsageError(`svc ${command} takes one folder`)
  return dir
}

async function isAgreed(): Promise<boolean> {
  if (!stdin.isTTY) throw new UsageError('--yes is required without a terminal')
  return /^y(?:es)?$/i.test(await promptFor('apply this? [y/N] '))
}

const MARKS: Readonly<Record<string, string>> = { create: '+', update: '~', delete: '-' }

export function planText({ changes, unchanged }: models.ConfigurationPlan): string {
  const lines = changes.flatMap((change) => {
    const head = `${MARKS[change.change] ?? '?'} ${change.kind} ${printable(change.name)}`
    return change.change === 'update' ? [head, ...differences(change.before, change.after)] : [head]
  })
  const count = (word: string) => changes.filter(({ change }) => change === word).length
  const counts = `${count('create')} to create, ${count('update')} to change, ${count('delete')} to remove`
  return `${[...lines, `${counts}, ${unchanged} unchanged`].join('\n')}\n`
}

type Spec = Readonly<Record<string, unknown>> | null

/** Compares texts of rules line by line, and everything else as YAML. */
function differences(before: Spec, after: Spec): string[] {
  const patch = createTwoFilesPatch('', '', textOf(before), textOf(after), '', '', { context: 2 })
  return patch
    .split('\n')
    .slice(4)
    .filter((line) => line !== '' && !line.startsWith('\\'))
    .map((line) => `    ${printable(line)}`)
}

function textOf(spec: Spec): string {
  if (spec === null) return ''
  return typeof spec.text === 'string' ? spec.text : stringify(spec, { sortMapEntries: true })
}
