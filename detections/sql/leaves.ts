/**
 * The values at a place of an event's JSON text, as SQL. A leaf is a text with its kind before it:
 *
 *   s text   n number (as JavaScript writes it)   b true or false   z null   o object   d what only the matcher can tell
 *
 * An absent place gives the one element `u`, an empty list gives no element.
 */

import { ARGUMENT, ARGUMENT_QUOTES } from '../../schemas/derive-value.ts'
import type { Derive, FieldPath } from '../../schemas/event-view.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { literalOf } from './text.ts'

/**
 * Levels of arrays directly inside arrays that are expanded; deeper ones become a leaf `d`, which only the matcher can
 * judge.
 */
const NESTED_MAX = 3
const NOTHING = `['u']`

/** Uses the first location of a field whose leaves contain anything but null, otherwise the first that exists. */
export function firstLeavesSql(places: readonly string[]): string {
  const held = places.flatMap((place) => [`${place} NOT IN (['u'], ['z'])`, place])
  const known = places.flatMap((place) => [`${place} != ['u']`, place])
  return places.length === 0 ? NOTHING : `multiIf(${[...held, ...known].join(', ')}, ${NOTHING})`
}

/** `direct` is the result of `jsonAtSql` for the path, or a column of it. */
export function leavesSql({ path, derive, constant }: FieldPath, direct: string): string {
  if (constant) return `[${constant.map((text) => quoteText(`s${text}`)).join(', ')}]`
  const leaves = mayBeDotted(path, `arrayMap(x -> ${leafSql('x')}, ${rawLeavesSql(path, direct)})`)
  return derive === undefined ? leaves : derivedLeavesSql(leaves, derive)
}

/**
 * True for a text that may contain a name with unnecessary escapes. Few texts have such escapes, which is tested in a
 * quarter of the time of the full expression.
 */
const ESCAPED_NAME = `(multiSearchAny(raw, [${['\\u', '\\/'].map(quoteText).join(', ')}]) AND match(raw, ${quoteText(String.raw`\\[^"]*"\s*:`)}))`

/** Where a member below the top level may cover several names of the path, only the matcher can judge. */
function mayBeDotted(path: readonly string[], leaves: string): string {
  const names = path.slice(1).flatMap((_, at, below) => {
    return below.slice(at + 1).map((__, more) => JSON.stringify(below.slice(at, at + 2 + more).join('.')))
  })
  if (names.length === 0) return leaves
  const needles = names.map((name) => literalOf(name)).filter((name) => name !== null)
  return `if(multiSearchAny(raw, [${needles.join(', ')}]) OR ${ESCAPED_NAME}, ['d'], ${leaves})`
}

/** As `derived` of `schemas/derive-value.ts` has it. */
function derivedLeavesSql(leaves: string, derive: Derive): string {
  const ofTexts = (sql: string) => `arrayMap(x -> if(startsWith(x, 's'), ${sql}, x), ${leaves})`
  if (typeof derive === 'object')
    return somethingSql(
      `arrayMap(x -> if(substring(x, 1, 1) IN ('s', 'n', 'b'), ${wordSql(derive.words)}, x), ${leaves})`,
    )
  switch (derive) {
    case 'lower':
      // JavaScript's lower case of a whole text; a final sigma depends on its place and stays the plain one here.
      return ofTexts(`lowerUTF8(x)`)
    case 'basename':
      return ofTexts(`concat('s', extract(x, ${quoteText(`(?s)^s(?:.*[/\\\\])?([^/\\\\]*)$`)}))`)
    case 'dirname':
      return ofTexts(`concat('s', extract(x, ${quoteText(`(?s)^s(.*)[/\\\\][^/\\\\]*$`)}))`)
    case 'extension': {
      const pattern = quoteText(`(?s)^s(?:.*[/\\\\])?[^/\\\\]*\\.([^./\\\\]+)$`)
      return somethingSql(ofTexts(`if(match(x, ${pattern}), replaceRegexpOne(x, ${pattern}, 's\\\\1'), '')`))
    }
    case 'arguments':
      return `arrayFlatten(arrayMap(x -> if(startsWith(x, 's'), ${argumentsSql('substring(x, 2)')}, [x]), ${leaves}))`
    case 'argument_count':
      return ofTexts(`concat('n', toString(length(${argumentsSql('substring(x, 2)')})))`)
  }
}

/** Without leaves that became '', which count as nothing. */
function somethingSql(leaves: string): string {
  return `arrayMap(m -> if(m = [''], ${NOTHING}, arrayFilter(x -> x != '', m)), [${leaves}])[1]`
}

function wordSql(words: Readonly<Record<string, string>>): string {
  const [keys, values] = [Object.keys(words), Object.values(words)]
  return `transform(substring(x, 2), [${keys.map(quoteText).join(', ')}], [${values.map((word) => quoteText(`s${word}`)).join(', ')}], '')`
}

function argumentsSql(line: string): string {
  const bare = `replaceRegexpAll(y, ${quoteText(ARGUMENT_QUOTES)}, '\\\\1\\\\2')`
  return `arrayMap(y -> concat('s', ${bare}), extractAll(${line}, ${quoteText(ARGUMENT)}))`
}

/** JSON texts of the leaves; `['']` when nothing is there. Without arrays on the path one look-up is enough. */
function rawLeavesSql(path: readonly string[], direct: string): string {
  const keys = path.map(literalOf)
  if (path.length === 0 || keys.includes(null)) return `['']`
  const found = `if(startsWith(${direct}, '['), ${openedSql(`[${direct}]`)}, [${direct}])`
  if (path.length === 1) return found
  return `if(${direct} != '' OR NOT JSONHas(raw, ${keys[0]}), ${found}, ${throughArrays(keys)})`
}

function throughArrays(keys: readonly (string | null)[]): string {
  const at = keys.reduce((from, key) => {
    return `arrayFilter(x -> x != '', arrayMap(x -> JSONExtractRaw(x, ${key}), ${openedSql(from ?? '')}))`
  }, '[raw]')
  return `if(empty(${at}), [''], ${openedSql(at ?? '')})`
}

/**
 * Replaces JSON texts that are arrays by their items. The engine writes doubles up to 1e21 in digits, but cannot parse
 * them again from 2^64 on: an array with such a number stays an array.
 */
export function openedSql(list: string): string {
  const items = `arrayMap(l -> if(empty(l) AND x != '[]', [x], l), [JSONExtractArrayRaw(x)])[1]`
  const open = `arrayMap(x -> if(startsWith(x, '['), ${items}, [x]), `
  return `${`arrayFlatten(${open}`.repeat(NESTED_MAX)}${list}${'))'.repeat(NESTED_MAX)}`
}

/** The JSON text at a path of names alone, as the engine writes it; '' when nothing is there. */
export function jsonAtSql(path: readonly string[]): string {
  const keys = path.map(literalOf)
  return keys.includes(null) ? `''` : `JSONExtractRaw(raw, ${keys.join(', ')})`
}

/**
 * The leaf for a JSON text; an empty text is nothing. Large whole numbers keep their digits, because the engine writes
 * those of a double as JavaScript does.
 */
export function leafSql(json: string): string {
  return (
    `multiIf(startsWith(${json}, '"'), concat('s', JSONExtractString(${json})), ${json} = '', 'u', ` +
    `startsWith(${json}, '{'), 'o', startsWith(${json}, '['), 'd', ${json} = 'null', 'z', ` +
    `${json} IN ('true', 'false'), concat('b', ${json}), concat('n', if(match(${json}, '^-?[1-9][0-9]{15,}$'), ${json}, ` +
    `${numberTextSql(`toFloat64OrZero(${json})`)})))`
  )
}

/**
 * A double as JavaScript writes it (ECMA-262, Number::toString): the shortest digits that read back as the same number.
 * The engine writes whole numbers from 2^53 to 2^64 with all their digits, and exponents without a plus.
 */
export function numberTextSql(double: string): string {
  const steps = `[100000, 10000, 1000, 100, 10, 1]`
  const from = `toInt32(21 - length(toString(toInt128(f))))`
  const candidates = `arrayMap(s -> intDiv(toInt128(f) + intDiv(s, 2), s) * s, arraySlice(${steps}, ${from}))`
  const shortest = `toString(arrayFirst(r -> toFloat64(r) = f, ${candidates}))`
  const plain = `replaceRegexpOne(toString(f), 'e(\\\\d)', 'e+\\\\1')`
  const text = `multiIf(f = 0, '0', f < 9007199254740992 OR f >= 18446744073709551616, ${plain}, ${shortest})`
  return `arrayMap(v -> concat(if(v < 0, '-', ''), arrayMap(f -> ${text}, [abs(v)])[1]), [${double}])[1]`
}

/**
 * Every text and number of an event, at any depth, as leaves. Strings are found first, so that digits inside them are
 * not taken for numbers; a string before a colon is a name.
 */
export function allLeavesSql(): string {
  const token = quoteText(`("(?:[^"\\\\]|\\\\.)*")\\s*(:?)|(-?\\d[\\d.eE+-]*)`)
  const values = `arrayFilter(x -> x[2] = '', extractAllGroupsVertical(raw, ${token}))`
  return `arrayMap(x -> ${leafSql(`concat(x[1], x[3])`)}, ${values})`
}
