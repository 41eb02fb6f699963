/**
 * Reads files of atomic tests in the format of Atomic Red Team: one technique a file, with its tests.
 * https://github.com/redcanaryco/atomic-red-team/blob/master/atomic_red_team/spec.yaml
 */
import { createHash } from 'node:crypto'
import { readOneYaml } from '../../../../detections/sigma/yaml.ts'
import { AppError } from '../../../../platform/errors.ts'
import { isUuid, uuidOf } from '../../../../platform/uuid-text.ts'
import { TECHNIQUE_ID } from '../../../../schemas/attack-technique.ts'
import { PURPLE_LIMITS } from '../limits.ts'

export const EXECUTORS = ['sh', 'bash', 'powershell', 'command_prompt', 'manual'] as const
export type Executor = (typeof EXECUTORS)[number]

export type AtomicArgument = { readonly name: string; readonly description: string; readonly default: string }
export type Prerequisite = {
  readonly description: string
  readonly executor: Executor
  readonly check: string
  /** Command that brings it about; null where the file has none. */
  readonly get: string | null
}

export type ReadAtomic = {
  readonly guid: string
  readonly technique: string
  readonly technique_name: string
  readonly name: string
  readonly description: string
  readonly platforms: readonly string[]
  readonly executor: Executor
  readonly command: string
  readonly cleanup: string | null
  readonly needs_elevation: boolean
  readonly arguments: readonly AtomicArgument[]
  readonly prerequisites: readonly Prerequisite[]
  readonly not_runnable: string | null
  readonly digest: string
}

export type RefusedAtomic = { readonly name: string; readonly reason: string }
export type ReadFile = { readonly atomics: readonly ReadAtomic[]; readonly refused: readonly RefusedAtomic[] }

/** Throws `bad_request` for a file that is no file of atomic tests; a test that is not sound is among `refused`. */
export function readAtomics(text: string): ReadFile {
  const file = documentOf(text)
  const technique = textIn(file, 'attack_technique')?.toUpperCase() ?? ''
  if (!TECHNIQUE_ID.test(technique))
    throw new AppError('bad_request', 'attack_technique is a technique of ATT&CK, such as T1059.004')
  const tests = file.atomic_tests
  if (!Array.isArray(tests) || tests.length === 0) throw new AppError('bad_request', 'it has no list atomic_tests')
  if (tests.length > PURPLE_LIMITS.testsOfFile)
    throw new AppError('bad_request', `a file has at most ${PURPLE_LIMITS.testsOfFile} tests`)
  const techniqueName = cut(textIn(file, 'display_name') ?? technique, 300)
  const atomics: ReadAtomic[] = []
  const refused: RefusedAtomic[] = []
  for (const [n, test] of tests.entries()) {
    const name = isMap(test) ? textIn(test, 'name') : null
    try {
      if (!isMap(test)) throw new AppError('bad_request', 'a test is a map of fields')
      atomics.push(readTest(test, technique, techniqueName))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ name: cut(name ?? `test ${n + 1}`, 300), reason: error.message })
    }
  }
  return { atomics, refused }
}

type YamlMap = Readonly<Record<string, unknown>>

/** Uses of anchors in a file. */
const ALIASES_MAX = 10

function documentOf(text: string): YamlMap {
  let file: unknown
  try {
    file = readOneYaml(text, ALIASES_MAX)
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : 'it cannot be read'
    throw new AppError('bad_request', `not YAML: ${cut(reason, 200)}`, { cause })
  }
  if (!isMap(file)) throw new AppError('bad_request', 'a file of atomic tests is a map of fields')
  return file
}

function readTest(test: YamlMap, technique: string, techniqueName: string): ReadAtomic {
  const name = required(test, 'name', 300)
  const platforms = listIn(test, 'supported_platforms', PURPLE_LIMITS.platformsOfTest).map((one) => one.toLowerCase())
  if (platforms.length === 0) throw new AppError('bad_request', 'supported_platforms names no platform')
  const by = test.executor
  if (!isMap(by)) throw new AppError('bad_request', 'it has no executor')
  const executor = executorIn(by, 'name')
  const command = executor === 'manual' ? required(by, 'steps', COMMAND) : required(by, 'command', COMMAND)
  const cleanup = bounded(textIn(by, 'cleanup_command'), 'cleanup_command', COMMAND)
  const args = argumentsOf(test)
  const checks = prerequisitesOf(test, executor)
  const commands = [command, cleanup ?? '', ...checks.flatMap(({ check, get }) => [check, get ?? ''])]
  const known = new Set(args.map((one) => one.name))
  for (const [, argument = ''] of commands.join('\n').matchAll(/#\{([^}]{1,100})\}/g))
    if (!known.has(argument)) throw new AppError('bad_request', `the argument ${argument} is not described`)
  const everything = { executor, command, cleanup, args, checks, needs: by.elevation_required === true }
  const guid = textIn(test, 'auto_generated_guid')?.toLowerCase() ?? ''
  return {
    guid: isUuid(guid) ? guid : uuidOf(`${technique}\n${name}`),
    ...{ technique, technique_name: techniqueName, name, platforms, executor, command, cleanup },
    description: cut(textIn(test, 'description') ?? '', 4000),
    ...{ needs_elevation: by.elevation_required === true, arguments: args, prerequisites: checks },
    not_runnable: whyNot(executor, [...commands, ...args.map((one) => one.default)]),
    digest: createHash('sha256').update(JSON.stringify(everything)).digest('hex'),
  }
}

/** Characters of a command. */
const COMMAND = 20_000

function whyNot(executor: Executor, texts: readonly string[]): string | null {
  if (executor === 'manual') return 'it is done by hand'
  return texts.some((text) => /PathToAtomicsFolder|\$?PathToPayloads/i.test(text))
    ? 'it needs files beside it, which are not imported'
    : null
}

function argumentsOf(test: YamlMap): AtomicArgument[] {
  const all = test.input_arguments ?? {}
  if (!isMap(all)) throw new AppError('bad_request', 'input_arguments is a map of arguments')
  const entries = Object.entries(all)
  if (entries.length > PURPLE_LIMITS.argumentsOfTest)
    throw new AppError('bad_request', `a test has at most ${PURPLE_LIMITS.argumentsOfTest} arguments`)
  return entries.map(([name, argument]) => {
    if (!/^[A-Za-z0-9_ .-]{1,100}$/.test(name)) throw new AppError('bad_request', 'an argument has no usable name')
    if (!isMap(argument)) throw new AppError('bad_request', `the argument ${name} is a map of fields`)
    const value = argument.default ?? ''
    const isScalar = ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
    if (!isScalar) throw new AppError('bad_request', `the argument ${name} has no default that is text`)
    const description = cut(textIn(argument, 'description') ?? '', 500)
    return { name, description, default: bounded(String(value), `argument ${name}`, 2000) ?? '' }
  })
}

function prerequisitesOf(test: YamlMap, executor: Executor): Prerequisite[] {
  const all = test.dependencies ?? []
  if (!Array.isArray(all) || all.length > PURPLE_LIMITS.prerequisitesOfTest)
    throw new AppError('bad_request', `dependencies is a list of at most ${PURPLE_LIMITS.prerequisitesOfTest}`)
  const by = test.dependency_executor_name === undefined ? executor : executorIn(test, 'dependency_executor_name')
  return all.map((one: unknown) => {
    if (!isMap(one)) throw new AppError('bad_request', 'a dependency is a map of fields')
    return {
      description: cut(textIn(one, 'description') ?? '', 500),
      executor: by,
      check: required(one, 'prereq_command', COMMAND),
      get: bounded(textIn(one, 'get_prereq_command'), 'get_prereq_command', COMMAND),
    }
  })
}

function executorIn(of: YamlMap, field: string): Executor {
  const name = textIn(of, field)
  const found = EXECUTORS.find((executor) => executor === name)
  if (found === undefined) throw new AppError('bad_request', `${field} is one of ${EXECUTORS.join(', ')}`)
  return found
}

const isMap = (value: unknown): value is YamlMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

function textIn(of: YamlMap, field: string): string | null {
  const value = Object.hasOwn(of, field) ? of[field] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function required(of: YamlMap, field: string, chars: number): string {
  const value = bounded(textIn(of, field), field, chars)
  if (value === null) throw new AppError('bad_request', `it has no ${field}`)
  return value
}

function bounded(value: string | null, field: string, chars: number): string | null {
  if (value === null) return null
  if (value.includes('\0')) throw new AppError('bad_request', `${field} has a character that nothing keeps`)
  if (value.length > chars) throw new AppError('bad_request', `${field} is longer than ${chars} characters`)
  return value
}

function listIn(of: YamlMap, field: string, max: number): string[] {
  const value = of[field]
  if (!Array.isArray(value) || value.length > max || value.some((one) => typeof one !== 'string' || one.length > 40))
    throw new AppError('bad_request', `${field} is a list of at most ${max} names`)
  return value as string[]
}

const cut = (text: string, chars: number) => text.replaceAll('\0', '').slice(0, chars)
