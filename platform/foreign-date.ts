/**
 * Dates in words of other languages than English, and in the clocks of databases, as ISO 8601:
 *
 *     2026年11月28日 10:11:12, 2026年11月28日 10時11分12秒, 2026年11月28日 午後1:11:12, 2026년 11월 28일 오후 1:11:12
 *     27. November 2026 10:11:12, vendredi 27 novembre 2026 10:11:12, 27 de noviembre de 2026 10:11:12, 27 nov. 2026 10:11:12
 *     27-NOV-26 10.11.12.123456 AM     Oracle
 *     2026-11-27-10.11.12.123456       DB2
 *
 * Names of months are those of German, French, Spanish, Portuguese, Italian, Dutch and the Nordic languages: no two of
 * these languages mean different months by one name. Names of Slavic languages do, and are not read.
 */
import { hourOfDay } from './named-month-time.ts'

const MONTHS: readonly string[] = [
  'january januar jänner janvier janv enero ene janeiro gennaio gen januari jan',
  'february februar febr février févr fév fevrier febrero fevereiro fev febbraio februari feb',
  'march märz mär mrz mars marzo março maart mrt marts mar',
  'april avril avr abril abr aprile apr',
  'may mai mayo maio maggio mag mei maj',
  'june juni juin junio junho giugno giu jun',
  'july juli juillet juil julio julho luglio lug jul',
  'august août aout agosto ago augustus augusti aug',
  'september septembre septiembre setiembre setembro settembre sept set sep',
  'october oktober octobre octubre outubro ottobre okt ott out oct',
  'november novembre noviembre novembro nov',
  'december dezember décembre decembre diciembre dezembro dicembre desember dez déc dic des dec',
]
const MONTH_OF: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
)

const LETTERS = '[A-Za-zÀ-ÿ]'
const CLOCK = '(?<hour>\\d{1,2})[:.](?<minute>\\d\\d)(?:[:.](?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?'
const ZONE = '(?<zone> ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?'
/** Weekdays, in brackets or not, and the halves of the day. */
const EAST_DAY = '[ (（]{0,2}(?:星期.|周.|[日月火水木金土]曜?日?|[일월화수목금토]요일)?[)）]?'
const EAST_HALF = '(?<eastHalf>午前|午後|上午|下午|오전|오후)?'
const EAST_CLOCK =
  '(?<hour>\\d{1,2}) ?[:：時时点시] ?(?<minute>\\d{1,2})(?: ?[:：分분] ?(?:(?<second>\\d{1,2})(?:[.,](?<fraction>\\d{1,9}))? ?[秒초]?)?)?'

const EAST = `(?<year>\\d{4}) ?[年년] ?(?<month>\\d{1,2}) ?[月월] ?(?<day>\\d{1,2}) ?[日일]${EAST_DAY} ?${EAST_HALF} ?${EAST_CLOCK}`
const WEST = `(?:${LETTERS}{2,10}\\.?,? )?(?<day>\\d{1,2})\\.? (?:de )?(?<name>${LETTERS}{3,10})\\.?,? (?:del? )?(?<year>\\d{4}),?(?: (?:um|à|a las|às|alle|kl\\.?|om|at|,))? ${CLOCK}${ZONE}`
const ORACLE = `(?<day>\\d{1,2})-(?<name>[A-Za-z]{3})-(?<year>\\d{2}|\\d{4}) ${CLOCK}(?: (?<half>[AP])M)?${ZONE}`
const DB2 = `(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)-${CLOCK}`

/** One pattern cannot reuse a group name in several alternatives, so each form is tried by itself. */
const FORMS = [EAST, WEST, ORACLE, DB2]
const WHOLE = FORMS.map((form) => new RegExp(`^${form}$`, 'i'))
const LEADING = FORMS.map((form) => new RegExp(`^[[("<]?(?<stamp>${form})(?=[\\]\\s)>"|,;]|$)`, 'i'))

type Parts = Readonly<Partial<Record<string, string>>>

/** Quick test: few texts begin with a number, or with a weekday before one. */
const HEAD = /^(?:[^\s\d]{2,10},? )?\d{1,4}[-年년. ]/
const LENGTH_MIN = 14

/** Null when the text has none of these forms. */
export function foreignDate(text: string): string | null {
  if (text.length < LENGTH_MIN || !HEAD.test(text)) return null
  const parts = partsBy(WHOLE, text)
  return parts === null ? null : isoOf(parts)
}

/** The date of such a form at the start of a text, as written; '' for none. */
export function leadingForeignDate(text: string): string {
  const parts = partsBy(LEADING, text)
  return parts === null || isoOf(parts) === null ? '' : (parts.stamp ?? '')
}

function partsBy(forms: readonly RegExp[], text: string): Parts | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups
    if (parts !== undefined) return parts
  }
  return null
}

const AFTERNOON: ReadonlySet<string> = new Set(['午後', '下午', '오후'])

function isoOf(parts: Parts): string | null {
  const { day = '', hour = '', minute = '', second = '0', fraction = '0', eastHalf, half, zone = '' } = parts
  const month = parts.name === undefined ? parts.month : MONTH_OF.get(parts.name.toLowerCase())
  if (month === undefined) return null
  const noon = half ?? (eastHalf === undefined ? undefined : AFTERNOON.has(eastHalf) ? 'P' : 'A')
  // Chinese and Japanese clocks count `午前0:11` as well as `午前12:11`.
  const hours = noon === undefined || hour === '0' ? Number(hour) : hourOfDay(Number(hour), noon)
  if (Number.isNaN(hours)) return null
  const { year = '' } = parts
  const two = (part: string | number) => String(part).padStart(2, '0')
  const date = `${year.length === 2 ? '20' : ''}${year}-${two(month)}-${two(day)}`
  return `${date}T${two(hours)}:${two(minute)}:${two(second)}.${fraction}${zone}`
}
