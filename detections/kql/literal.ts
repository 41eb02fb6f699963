/** Literals of the language (Kusto documentation, Scalar data types). */
import { wholeNumber } from '../../platform/exact-json.ts'
import type { Scalar } from '../plan/scalar.ts'
import { refuse } from './fault.ts'

/** A span of time stands in milliseconds. */
export type KqlValue = Scalar | { readonly spanMs: number }

const UNITS_MS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  s: 1000,
  sec: 1000,
  second: 1000,
  seconds: 1000,
  ms: 1,
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
}

export function literalValue(text: string, at: number): KqlValue {
  const first = text.charAt(0)
  if (first === '"' || first === "'") return unescaped(text.slice(1, -1))
  if (/^[hH]?@["']/.test(text)) return verbatim(text.replace(/^[hH]/, ''))
  if (/^[hH]["']/.test(text)) return unescaped(text.slice(2, -1))
  if (text.startsWith('```') || text.startsWith('~~~')) return text.slice(3, -3)
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  const typed = /^(?:long|int|real|double|decimal)\((.*)\)$/s.exec(text)
  const number = (typed?.[1] ?? text).trim()
  if (/^-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(number)) return wholeNumber(number, Number(number))
  const span = /^(?:time(?:span)?\()?(\d+(?:\.\d+)?)([a-z]+)\)?$/i.exec(text)
  const unitMs = UNITS_MS[span?.[2] ?? '']
  if (span && unitMs !== undefined) return { spanMs: Number(span[1]) * unitMs }
  if (/\(null\)$/.test(text) || text === 'null') return null
  return refuse(at, `a rule cannot use the literal ${text.slice(0, 40)}`)
}

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/gs, (_, code: string) => {
    const hex = /^[ux]([0-9a-fA-F]+)$/.exec(code)?.[1]
    return hex === undefined ? (ESCAPES[code] ?? code) : String.fromCharCode(Number.parseInt(hex, 16))
  })
}

/** A quote is doubled, and nothing else is special. */
function verbatim(text: string): string {
  const quote = text.charAt(1)
  return text.slice(2, -1).replaceAll(quote + quote, quote)
}
