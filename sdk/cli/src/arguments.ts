/** Turns the arguments of a command into a request. */
import { readFileSync } from 'node:fs'
import { didYouMean } from '../../../platform/suggest.ts'
import { type Flag, hasOwnBody, type Operation } from './operations.ts'
import { UsageError } from './usage-error.ts'

export type Globals = {
  json: boolean
  help: boolean
  all: boolean
  jq?: string
  profile?: string
  apiUrl?: string
  apiKey?: string
  out?: string
}

export type Typed = {
  readonly globals: Globals
  readonly positional: readonly string[]
  /** Values by flag name; repeated flags in order. */
  readonly flags: ReadonlyMap<string, readonly (string | true)[]>
}

const SWITCHES: ReadonlySet<string> = new Set(['json', 'help', 'all'])
const WITH_VALUE: Readonly<Record<string, 'jq' | 'profile' | 'apiUrl' | 'apiKey' | 'out'>> = {
  jq: 'jq',
  profile: 'profile',
  'api-url': 'apiUrl',
  'api-key': 'apiKey',
  out: 'out',
}

/** The flags of every command. */
export const GLOBAL_FLAGS: readonly string[] = [...SWITCHES, ...Object.keys(WITH_VALUE)]

/** Turns `--profile lab alerts list` into `alerts list --profile lab`: global flags may precede the command. */
export function commandFirst(args: readonly string[]): readonly string[] {
  let at = 0
  while (args[at]?.startsWith('--')) {
    const [, flag = '', inline] = /^--([^=]+)(=.*)?$/s.exec(args[at] ?? '') ?? []
    if (SWITCHES.has(flag)) at++
    else if (Object.hasOwn(WITH_VALUE, flag)) at += inline === undefined ? 2 : 1
    else break
  }
  return [...args.slice(at), ...args.slice(0, at)]
}

/** `isSwitch` is true for flags of the command without a value. */
export function parseTyped(args: readonly string[], isSwitch: (flag: string) => boolean): Typed {
  const globals: Globals = { json: false, help: false, all: false }
  const flags = new Map<string, (string | true)[]>()
  const positional: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      positional.push(...args.slice(at + 1))
      break
    }
    if (arg === '-h') globals.help = true
    else if (/^-[^-\d]/.test(arg)) throw new UsageError(oneDash(arg))
    else if (!arg.startsWith('--')) positional.push(arg)
    else {
      const [, flag = '', inline] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? []
      if (SWITCHES.has(flag)) globals[flag as 'json'] = inline === undefined || booleanOf(flag, inline)
      else if (isSwitch(flag) && inline === undefined) add(flags, flag, true)
      else {
        const value = inline ?? args[++at]
        const own = Object.hasOwn(WITH_VALUE, flag) ? WITH_VALUE[flag] : undefined
        // An empty value of a script's variable must not select another installation or credential.
        if (own) globals[own] = value || needed(flag)
        else add(flags, flag, value ?? true)
      }
    }
  }
  return { globals, positional, flags }
}

function needed(flag: string): never {
  throw new UsageError(`--${flag} needs a value`)
}

function oneDash(arg: string): string {
  const dashes = arg.length > 2 ? `; flags begin with two dashes: -${arg}` : ''
  return `there is no flag ${arg}${dashes}; after -- it is an argument`
}

/** Refuses flags and arguments that a command does not have. `values` are its flags with a value, `most` its arguments. */
export function refuseOthers(
  command: string,
  { flags, positional }: Typed,
  most: number,
  values: readonly string[] = [],
  switches: readonly string[] = [],
): void {
  for (const [flag, typed] of flags) {
    if (!values.includes(flag) && !switches.includes(flag)) throw noSuchFlag(command, flag, [...values, ...switches])
    if (values.includes(flag) && (typed.at(-1) === true || typed.at(-1) === '')) needed(flag)
  }
  const extra = positional[most]
  if (extra !== undefined) throw new UsageError(`${command} has no argument ${extra}`)
}

function noSuchFlag(command: string, flag: string, known: readonly string[]): UsageError {
  return new UsageError(`${command} has no --${flag}${didYouMean(flag, [...known, ...GLOBAL_FLAGS], '--')}`)
}

function add(flags: Map<string, (string | true)[]>, flag: string, value: string | true): void {
  flags.set(flag, [...(flags.get(flag) ?? []), value])
}

export type Call = {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** The file to send, if the operation accepts one. */
  readonly file: string | undefined
}

export function callOf(operation: Operation, { positional, flags }: Typed): Call {
  const bodyFlags = operation.body?.fields ?? []
  const known = [...operation.query, ...operation.headers, ...bodyFlags].map(({ flag }) => flag)
  for (const flag of flags.keys())
    if (flag !== 'body' && flag !== 'file' && !known.includes(flag) && !known.includes(flag.replace(/^no-/, '')))
      throw noSuchFlag(operation.words.join(' '), flag, known)
  if (positional.length !== operation.arguments.length)
    throw new UsageError(
      `${operation.words.join(' ')} takes ${namesOf(operation)}, not ${positional.length === 0 ? 'none' : positional.join(' ')}`,
    )
  const query = valuesOf(operation.query, flags)
  const headers = Object.fromEntries(
    operation.headers.flatMap(({ header, ...flag }) => {
      const value = flagValue(flag, flags)
      return value === undefined ? [] : [[header, String(value)]]
    }),
  )
  const file = operation.body?.as === 'file' ? flags.get('file')?.at(-1) : undefined
  if (operation.body?.as === 'file' && typeof file !== 'string') throw new UsageError('--file names the file to send')
  return {
    path: filled(operation.path, positional),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, queryText(value)])),
    headers,
    body: operation.body && operation.body.as !== 'file' ? bodyOf(operation, flags) : undefined,
    file: typeof file === 'string' ? file : undefined,
  }
}

function namesOf(operation: Operation): string {
  return operation.arguments.length === 0 ? 'no arguments' : operation.arguments.map((name) => `<${name}>`).join(' ')
}

function filled(path: string, positional: readonly string[]): string {
  let at = 0
  return path.replace(/\{\w+\}/g, () => {
    const text = positional[at++] ?? ''
    if (text === '' || text === '.' || text === '..') throw new UsageError(`"${text}" cannot be part of a path`)
    return encodeURIComponent(text)
  })
}

function bodyOf(operation: Operation, typed: Typed['flags']): unknown {
  const { body, words } = operation
  const { base, flags } = wholeBody(operation, typed)
  const fields = valuesOf(body?.fields ?? [], flags, base !== undefined)
  if (base === undefined && Object.keys(fields).length === 0) {
    if (body?.required && body.fields.some(({ required }) => required))
      throw new UsageError(`${words.join(' ')} needs a body`)
    return body?.required ? {} : undefined
  }
  if (Object.keys(fields).length === 0) return base
  if (base !== undefined && (typeof base !== 'object' || base === null || Array.isArray(base)))
    throw new UsageError('other flags can be combined only with a --body that is an object')
  return { ...(base as object), ...fields }
}

/** The whole body that `--body` holds, and the other flags. */
function wholeBody(operation: Operation, flags: Typed['flags']): { base?: unknown; flags: Typed['flags'] } {
  const typed = flags.get('body')?.at(-1)
  if (typed === true) needed('body')
  if (typeof typed !== 'string') return { flags }
  if (!hasOwnBody(operation)) return { base: jsonOf(typed, '--body'), flags }
  const text = textOf(typed, true)
  const base = objectOr(text)
  if (base === undefined) return { flags: new Map([...flags, ['body', [escaped(text)]]]) }
  return { base, flags: new Map([...flags].filter(([flag]) => flag !== 'body')) }
}

function objectOr(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined // the text of the member
  }
}

function valuesOf(known: readonly Flag[], flags: Typed['flags'], isPartial = false): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const flag of known) {
    const value = flagValue(flag, flags)
    if (value !== undefined) values[flag.name] = value
    else if (flag.required && !isPartial)
      throw new UsageError(`--${flag.flag} is required${flag.about ? `: ${flag.about}` : ''}`)
  }
  return values
}

function flagValue({ flag, kind, nullable, values }: Omit<Flag, 'name'>, flags: Typed['flags']): unknown {
  if (flags.has(`no-${flag}`)) return false
  const typed = flags.get(flag)
  const last = typed?.at(-1)
  if (typed === undefined || last === undefined) return undefined
  if (nullable && last === 'null') return null
  if (kind === 'boolean') return booleanOf(flag, last)
  if (typed.includes(true)) needed(flag)
  if (kind === 'strings') {
    const texts = typed.flatMap((one) => String(one).split(',')).filter((one) => one !== '')
    for (const one of texts) requireValue(flag, one, values)
    return texts
  }
  const text = String(last)
  if (kind === 'json') return jsonOf(text, `--${flag}`)
  if (kind === 'integer' || kind === 'number') {
    const number = Number(text)
    if (text.trim() === '' || Number.isNaN(number)) throw new UsageError(`--${flag} must be a number, not ${text}`)
    return number
  }
  requireValue(flag, text, values)
  return textOf(text)
}

function requireValue(flag: string, text: string, values: readonly string[] | undefined): void {
  if (values && !values.includes(text))
    throw new UsageError(`--${flag} must be one of ${values.join(', ')}${didYouMean(text, values)}`)
}

/** `@FILE` is the content of a file, `@@` a text that begins with an `@`, and where it is possible `-` standard input. */
function textOf(typed: string, isInputPossible = false): string {
  if (isInputPossible && typed === '-') return readText('-')
  if (typed.startsWith('@@')) return typed.slice(1)
  return typed.startsWith('@') ? readText(typed.slice(1)) : typed
}

const escaped = (text: string) => (text.startsWith('@') ? `@${text}` : text)

function booleanOf(flag: string, value: string | true): boolean {
  if (value === true || value === 'true') return true
  if (value === 'false') return false
  throw new UsageError(`--${flag} must be true or false, not ${value}`)
}

function jsonOf(text: string, flag: string): unknown {
  const source = text.startsWith('@') ? readText(text.slice(1)) : text === '-' ? readText('-') : text
  try {
    return JSON.parse(source)
  } catch (error) {
    throw new UsageError(`${flag} is not JSON: ${(error as Error).message}`)
  }
}

/** Reads a file, or standard input for `-`. */
function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const hint = file === '-' ? '' : '; a text that begins with @ is typed with @@'
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}${hint}`)
  }
}

function queryText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}
