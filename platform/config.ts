/** Typed configuration from the environment. Only files named `config.ts` call this with `process.env`. */
import { AppError } from './errors.ts'

export type Setting<T> = {
  readonly name: string
  readonly description: string
  /** Text to parse when the variable is unset or empty. Null: the value is then null. */
  readonly fallback: string | null
  /** Throws an Error that says what is allowed. */
  readonly parse: (text: string) => T
}

type Values<S extends Record<string, Setting<unknown>>> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never
}

/** Reads every setting; `bad_config` lists all faults at once. */
export function readConfig<S extends Record<string, Setting<unknown>>>(settings: S, env: NodeJS.ProcessEnv): Values<S> {
  const faults: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, readOne(setting, env, faults)]),
  )
  if (faults.length > 0) throw new AppError('bad_config', faults.join('\n'))
  return values as Values<S>
}

function readOne(setting: Setting<unknown>, env: NodeJS.ProcessEnv, faults: string[]): unknown {
  const text = env[setting.name] || setting.fallback
  if (text === null) return null
  try {
    return setting.parse(text)
  } catch (error) {
    faults.push(`${setting.name}: ${(error as Error).message}`)
    return null
  }
}

export function text(name: string, fallback: string, description: string): Setting<string> {
  return { name, fallback, description, parse: (value) => value }
}

/** Null when unset. */
export function optional(name: string, description: string): Setting<string | null> {
  return { name, fallback: null, description, parse: (value) => value }
}

/** Null when unset. The address of a server; an error does not repeat the value, because it may hold a password. */
export function address(name: string, protocols: readonly string[], description: string): Setting<string | null> {
  const begins = protocols.map((protocol) => `${protocol}//`).join(' or ')
  const parse = (value: string) => {
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    throw new Error(`an address that begins with ${begins}`)
  }
  return { name, fallback: null, description, parse }
}

/**
 * Shorter secrets can be guessed, or were copied from a public example.
 * @bound length of a service token = at least {:n} characters -> the process does not start
 */
const SECRET_LENGTH_MIN = 16

/**
 * Null when unset. Everybody who presents the secret is let in, so a short one stops the start; an error does not
 * repeat it.
 */
export function secret(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    if (value.length < SECRET_LENGTH_MIN)
      throw new Error(`at least ${SECRET_LENGTH_MIN} characters; \`openssl rand -hex 32\` makes one`)
    // A header loses leading and trailing blanks, so a secret with blanks would never match.
    if (/\s/.test(value)) throw new Error('no blanks and no line breaks')
    return value
  }
  return { name, fallback: null, description: `${description} (at least ${SECRET_LENGTH_MIN} characters)`, parse }
}

/** Refuses `1e3` and `0x10` as typing errors, and a blank text, which JavaScript would read as 0. */
const WHOLE = /^\d{1,15}$/

export function integer(
  name: string,
  fallback: number,
  min: number,
  max: number,
  description: string,
): Setting<number> {
  const parse = (value: string) => {
    const number = WHOLE.test(value) ? Number(value) : Number.NaN
    if (!(number >= min && number <= max))
      throw new Error(`a whole number from ${min} to ${max}, not ${JSON.stringify(value)}`)
    return number
  }
  return { name, fallback: String(fallback), description: `${description} (${min} to ${max})`, parse }
}

export function flag(name: string, description: string): Setting<boolean> {
  const parse = (value: string) => {
    if (['1', 'true'].includes(value)) return true
    if (['0', 'false'].includes(value)) return false
    throw new Error(`0 or 1, not ${JSON.stringify(value)}`)
  }
  return { name, fallback: '0', description: `${description} (0 or 1)`, parse }
}

export function list(name: string, description: string): Setting<readonly string[]> {
  const parse = (value: string) => value.split(',').flatMap((part) => part.trim() || [])
  return { name, fallback: '', description: `${description}; with commas`, parse }
}
