/** Severity words and numbers of loggers, and the words that only loggers use. */
import { severityId } from '../../mapping/severity.ts'

const LOGGERS_ONLY: ReadonlySet<string> = new Set([
  ...['trace', 'verbose', 'debug', 'notice', 'warn', 'warning', 'error', 'err', 'fatal', 'emerg', 'panic', 'severe'],
])
/** Products that report findings use these words too. */
const SHARED: ReadonlySet<string> = new Set(['info', 'information', 'critical', 'crit', 'alert'])

/** pino and bunyan under `level`, Python under `levelno`: tens from 10 to 60. */
const TENS = ['', 'trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
/** GELF under `level`: the severities of syslog. */
const OF_SYSLOG = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'] as const
/** OpenTelemetry's log data model, "Field: SeverityNumber": four numbers for each word. */
const OF_OTEL = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

export type Level = { readonly severityId: number; readonly isLoggers: boolean }

const NONE: Level = { severityId: 0, isLoggers: false }

/**
 * The level of a word. Under a name for levels, a shared word counts as a logger's; under other names only a word that
 * only loggers use.
 */
export function levelOfWord(value: unknown, isNamedLevel: boolean): Level {
  if (typeof value !== 'string') return NONE
  const word = value.toLowerCase()
  return { severityId: severityId(word), isLoggers: LOGGERS_ONLY.has(word) || (isNamedLevel && SHARED.has(word)) }
}

export function levelOfNumber(value: unknown, isGelf: boolean): Level {
  if (typeof value !== 'number' || !Number.isInteger(value)) return NONE
  const word = isGelf ? OF_SYSLOG[value] : TENS[Math.floor(value / 10)]
  return word ? { severityId: severityId(word), isLoggers: true } : NONE
}

export function levelOfOtel(value: unknown): Level {
  const number = typeof value === 'string' ? OTEL_NAMES.get(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1) return NONE
  const word = OF_OTEL[(number - 1) >> 2]
  return word ? { severityId: severityId(word), isLoggers: true } : NONE
}

/** `SEVERITY_NUMBER_ERROR2`, as OTLP's JSON may have it. */
const OTEL_NAMES: ReadonlyMap<string, number> = new Map(
  OF_OTEL.flatMap((word, at) =>
    ['', '2', '3', '4'].map((step, i) => [`SEVERITY_NUMBER_${word.toUpperCase()}${step}`, at * 4 + i + 1] as const),
  ),
)
